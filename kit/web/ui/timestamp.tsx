import { formatDate, formatTime } from '#kit/rules/time/clock.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'

/** When something happened, in the office's time zone. */
export function Timestamp({ at, dayOnly }: { at: string; dayOnly?: boolean }) {
  const { timeZone } = usePublicConfig()
  const date = new Date(at)
  return (
    <time dateTime={at} className="tabular-nums *:inline-block *:whitespace-nowrap">
      <span>{formatDate(date, timeZone)}</span>{' '}
      {!dayOnly && <span className="text-muted text-sm">{formatTime(date, timeZone)}</span>}
    </time>
  )
}

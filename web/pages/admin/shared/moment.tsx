import { formatDate, formatTime } from '#domain/clock.ts'
import { usePublicConfig } from '#web/api/public-config.ts'

/** When something happened, by the clock of the office. */
export function Moment({ at }: { at: string }) {
  const { timeZone } = usePublicConfig()
  const date = new Date(at)
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {formatDate(date, timeZone)} <span className="text-muted text-sm">{formatTime(date, timeZone)}</span>
    </time>
  )
}

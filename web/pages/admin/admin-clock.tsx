import { formatDate, formatTime } from '#domain/clock.ts'
import { usePublicConfig } from '#web/api/public-config.ts'
import { useNow } from '#web/lib/now.ts'

/** The time in the configured time zone, with seconds. Screen readers don't announce its changes. */
export function AdminClock() {
  const { timeZone } = usePublicConfig()
  const now = useNow()
  return (
    <time dateTime={now.toISOString()} className="mt-2 block text-muted text-sm tabular-nums leading-snug">
      {formatDate(now, timeZone)}
      <span className="block">
        <span className="font-semibold text-base text-ink">{formatTime(now, timeZone)}</span> EST
      </span>
    </time>
  )
}

import { formatDate, formatTime, greeting, greetingName } from '#domain/clock.ts'
import { sentence } from '#domain/isolated.ts'
import { useNow } from '#web/lib/now.ts'

export function Greeting({
  viewer,
  timeZone,
}: {
  viewer: Parameters<typeof greetingName>[0]
  timeZone: string
}) {
  return sentence`${greeting(useNow(), timeZone)}, ${greetingName(viewer)}`
}

/** A separate component, since it re-renders each second; not announced. */
export function Clock({ timeZone }: { timeZone: string }) {
  const now = useNow()
  return (
    <time dateTime={now.toISOString()}>
      {formatTime(now, timeZone)}
      <span aria-hidden="true"> · </span>
      {formatDate(now, timeZone)}
    </time>
  )
}

import { timeAgo } from '#kit/rules/time/time-ago.ts'
import { useNow } from '#kit/web/browser/now.ts'
import { withHint } from '#kit/web/section/facts.tsx'
import { Timestamp } from '#kit/web/ui/timestamp.tsx'

/** When something happened or will happen: relative to now, and exactly. */
export function TimestampWithAge({ at }: { at: string }) {
  return withHint(
    <span className="block whitespace-nowrap first-letter:uppercase">
      <TimeAgo at={at} />
    </span>,
    <Timestamp at={at} />,
  )
}

export function TimeAgo({ at }: { at: string }) {
  const now = useNow()
  return timeAgo(new Date(at), now)
}

import { timeAgo } from '#kit/rules/time/time-ago.ts'
import { useNow } from '#kit/web/browser/now.ts'
import { TwoLines } from '#kit/web/list/cells.tsx'
import { Timestamp } from '#kit/web/ui/timestamp.tsx'

/** When something happened or will happen: relative to now, and exactly. */
export function TimestampWithAge({ at }: { at: string }) {
  return (
    <TwoLines
      first={
        <span className="inline-block whitespace-nowrap first-letter:uppercase">
          <TimeAgo at={at} />
        </span>
      }
      second={<Timestamp at={at} />}
    />
  )
}

export function TimeAgo({ at }: { at: string }) {
  const now = useNow()
  return timeAgo(new Date(at), now)
}

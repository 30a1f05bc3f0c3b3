import { timeAgo } from '#domain/time-ago.ts'
import { useNow } from '#web/lib/now.ts'
import { Moment } from '../shared/moment.tsx'

/** When something happened, or will: how far from now, and exactly. */
export function MomentAgo({ at }: { at: string }) {
  return (
    <>
      <span className="block whitespace-nowrap first-letter:uppercase">
        <TimeAgo at={at} />
      </span>
      <span className="block text-muted text-sm">
        <Moment at={at} />
      </span>
    </>
  )
}

export function TimeAgo({ at }: { at: string }) {
  const now = useNow()
  return timeAgo(new Date(at), now)
}

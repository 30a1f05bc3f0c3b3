import { Timestamp } from '#web/kit/timestamp.tsx'

/** Says how old the last good backup is. */
export function Overdue({ lastGood }: { lastGood: { timestamp: string } | null }) {
  return lastGood ? (
    <>
      The last good backup is from <Timestamp at={lastGood.timestamp} />.
    </>
  ) : (
    'There is no good backup yet.'
  )
}

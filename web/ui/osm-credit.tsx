import { clsx } from 'clsx'
import { osmCredit } from '#web/lib/osm-credit.ts'

interface OsmCreditProps {
  /** What is shown, where not all of it need be of OpenStreetMap. */
  of?: readonly { osmId: string | null }[]
  className?: string
}

/** What whoever shows data of OpenStreetMap owes. */
export function OsmCredit({ of, className }: OsmCreditProps) {
  if (of?.every(({ osmId }) => !osmId)) return null
  return (
    <p className={clsx('text-muted text-sm', className)}>
      <a
        href="https://www.openstreetmap.org/copyright"
        target="_blank"
        rel="noopener noreferrer"
        className="underline underline-offset-2"
      >
        {osmCredit}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </p>
  )
}

import { clsx } from 'clsx'

export const osmCredit = '© OpenStreetMap contributors'

interface OsmCreditProps {
  /** The items shown: the credit appears only if at least one is from OpenStreetMap. Omitted: it always does. */
  of?: readonly { osmId: string | null }[]
  className?: string
}

/** The attribution that OpenStreetMap's license requires. */
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

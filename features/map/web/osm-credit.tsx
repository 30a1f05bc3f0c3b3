import { clsx } from 'clsx'
import { OutsideLink } from '#kit/web/router/link.tsx'

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
      <OutsideLink href="https://www.openstreetmap.org/copyright" className="underline underline-offset-2">
        {osmCredit}
      </OutsideLink>
    </p>
  )
}

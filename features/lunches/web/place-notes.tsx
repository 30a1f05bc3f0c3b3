import { clsx } from 'clsx'
import type { Destination } from '#features/restaurants/opening/arrival.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { arrivalWarning } from '../lunch-arrival.ts'

interface ArrivalWarningProps {
  place: Destination
  leavesAt: string
  className?: string
}

/** 'Closed then · opens 5 PM', if the place is closed when a lunch leaving at this time arrives. */
export function ArrivalWarning({ place, leavesAt, className }: ArrivalWarningProps) {
  const warning = useArrivalWarning(place, leavesAt)
  if (!warning) return null
  return (
    <span
      className={clsx(
        'block font-semibold text-[0.8125rem]',
        warning.state === 'closed' ? 'text-brick-ink' : 'text-saffron-ink',
        className,
      )}
    >
      {warning.text}
    </span>
  )
}

/** null if there is nothing to warn of. */
export function useArrivalWarning(place: Destination | undefined, leavesAt: string) {
  const { timeZone } = usePublicConfig()
  return place ? arrivalWarning(place, new Date(leavesAt), timeZone) : null
}

export function FitsDiets() {
  return <span className="block font-semibold text-[0.8125rem] text-olive-ink">Fits everyone’s diets</span>
}

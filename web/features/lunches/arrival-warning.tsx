import { clsx } from 'clsx'
import { arrivalWarning, type LunchPlace } from '#domain/lunch-arrival.ts'
import { usePublicConfig } from '#web/api/public-config.ts'

interface ArrivalWarningProps {
  place: LunchPlace
  leavesAt: string
}

/** 'Closed then · opens 5 PM', if the place is closed when a lunch leaving at this time arrives. */
export function ArrivalWarning({ place, leavesAt }: ArrivalWarningProps) {
  const { timeZone } = usePublicConfig()
  const warning = arrivalWarning(place, new Date(leavesAt), timeZone)
  if (!warning) return null
  return (
    <span
      className={clsx(
        'block font-semibold text-[0.8125rem]',
        warning.state === 'closed' ? 'text-brick-ink' : 'text-saffron-ink',
      )}
    >
      {warning.text}
    </span>
  )
}

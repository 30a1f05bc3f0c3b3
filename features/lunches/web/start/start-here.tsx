import { clsx } from 'clsx'
import { Users } from 'lucide-react'
import type { Restaurant } from '#features/restaurants/contract.ts'
import { useDistinctName } from '#features/restaurants/web/distinct-names.tsx'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { urlParams } from '#kit/web/router/search-params.ts'
import { Button, type ButtonVariant, buttonClass } from '#kit/web/ui/button.tsx'
import type { Lunch } from '../../contract.ts'
import { timeLabel } from '../lunch-texts.ts'
import { useLunchesAt } from '../use-lunches.ts'

/** The sign for starting a lunch: people with a plus. */
export function StartSign({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('icon-before people-plus inline-flex', className)} />
}

interface StartHereProps {
  restaurant: Restaurant
  variant?: ButtonVariant
  className?: string
}

/** At the end of a card's last line: starts a lunch at its restaurant. A single element, since a list has many cards. */
export function StartHereText({ restaurant, className }: StartHereProps) {
  const name = useDistinctName(restaurant)
  return (
    <button
      type="button"
      aria-label={`Start a lunch at ${name}`}
      onClick={() => urlParams.open({ start: restaurant.id })}
      className={buttonClass({ variant: 'quiet', className: clsx('icon-before people-plus', className) })}
    >
      Start a lunch
    </button>
  )
}

export function StartHereButton({ restaurant, ...look }: StartHereProps) {
  if (restaurant.disabled) return null
  return (
    <Button
      icon={<StartSign className="max-sm:hidden" />}
      onClick={() => urlParams.open({ start: restaurant.id })}
      {...look}
    >
      Start a lunch here
    </Button>
  )
}

interface GoingHereProps {
  restaurantId: number
  className?: string
  /** Of an element around it. */
  frameClass?: string
}

/** Who is going to a place today; empty if no one is. */
export function GoingHere({ restaurantId, className, frameClass }: GoingHereProps) {
  const lunches = useLunchesAt(restaurantId)
  if (lunches.length === 0) return null
  const row = (
    <div className={clsx('flex gap-2', className)}>
      {lunches.map(lunch => (
        <Going key={lunch.id} lunch={lunch} />
      ))}
    </div>
  )
  return frameClass ? <div className={frameClass}>{row}</div> : row
}

/** How many people go: '3 going at 12:05 PM' opens the lunch. */
function Going({ lunch: { id, people, leavesAt } }: { lunch: Lunch }) {
  const { timeZone } = usePublicConfig()
  return (
    <button
      type="button"
      onClick={() => urlParams.open({ lunch: id })}
      className="inline-flex min-h-8 max-w-full shrink-0 items-center gap-1.5 rounded-full bg-olive-tint px-3 font-semibold text-[0.8125rem] text-olive-ink leading-snug hover:underline pointer-coarse:min-h-11"
    >
      <Users className="size-3.5 shrink-0" />
      {people.length} going at {timeLabel(leavesAt, timeZone)}
    </button>
  )
}

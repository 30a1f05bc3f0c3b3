import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { isolated } from '#kit/rules/texts/isolated.ts'
import type { Lunch } from '../../contract.ts'
import type { LunchOption } from '../../lunch-options.ts'
import type { LunchWrites } from '../use-lunch-writes.ts'

interface VoteButtonProps {
  isMine: boolean
  /** The part of the people in that votes for it, as the length of its bar. */
  share: string
  onToggle: (button: Element) => void
  className: string
  children: ReactNode
  'aria-describedby'?: string
}

/** A place with its votes as a bar. A tap votes for it, another tap takes the vote back. */
export function VoteButton({ isMine, share, onToggle, className, children, ...aria }: VoteButtonProps) {
  return (
    <button
      {...aria}
      type="button"
      aria-pressed={isMine}
      // The second click of a double click would take the vote back.
      onClick={event => event.detail < 2 && onToggle(event.currentTarget)}
      className={clsx(
        'relative isolate flex min-h-11 min-w-0 overflow-hidden rounded-sm border text-left transition-colors hover:border-terracotta aria-pressed:border-terracotta aria-pressed:bg-terracotta-tint',
        className,
      )}
    >
      <span
        aria-hidden="true"
        style={{ width: share }}
        className={clsx(
          'absolute bottom-0 left-0 border-b-4 transition-[width] print:hidden',
          isMine ? 'border-terracotta' : 'border-edge',
        )}
      />
      {children}
    </button>
  )
}

/** The box beside a place, ticked by a vote for it. */
export function Tick({ isMine, className }: { isMine: boolean; className: string }) {
  const look = isMine ? 'border-terracotta bg-terracotta text-on-terracotta' : 'border-edge bg-raised'
  return (
    <span aria-hidden="true" className={clsx('grid shrink-0 place-items-center', look, className)}>
      {isMine && <Check strokeWidth={4} />}
    </span>
  )
}

export type VoteOn = ReturnType<ReturnType<typeof useVotes>>

/** What the button of a place shows and does. */
export function useVotes(lunch: Lunch, writes: LunchWrites) {
  const viewer = useSignedIn()
  const mine = lunch.options
    .filter(({ voters }) => voters.some(({ id }) => id === viewer.id))
    .map(({ restaurantId }) => restaurantId)
  return ({ restaurantId, voters }: LunchOption) => {
    const isMine = mine.includes(restaurantId)
    return {
      isMine,
      share: `${(voters.length / Math.max(1, lunch.people.length)) * 100}%`,
      onToggle: (button: Element) =>
        writes.vote(isMine ? mine.filter(id => id !== restaurantId) : [...mine, restaurantId], mine, button),
    }
  }
}

/** What tells branches of a chain apart, and how far the place is; empty if neither is known. */
export const votedPlaceDetails = ({ travelTime }: LunchOption, address: string | undefined): string =>
  [address, travelTime > 0 && `${travelTime} min`]
    .flatMap(detail => (detail ? isolated(detail) : []))
    .join(' · ')

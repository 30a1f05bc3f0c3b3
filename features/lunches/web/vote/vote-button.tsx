import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { isolated } from '#kit/rules/texts/isolated.ts'
import type { Lunch } from '../../contract.ts'
import type { LunchOption } from '../../lunch-options.ts'
import type { LunchWrites } from '../use-lunch-writes.ts'

interface VoteButtonProps {
  isMine: boolean
  /** The length of its bar. */
  share: string
  onToggle: () => void
  className: string
  children: ReactNode
}

/** A place with its votes as a bar. A tap votes for it, another tap takes the vote back. */
export function VoteButton({ isMine, share, onToggle, className, children }: VoteButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isMine}
      // The second click of a double click would take the vote back.
      onClick={event => event.detail < 2 && onToggle()}
      className={clsx(
        'relative isolate flex min-h-11 min-w-0 overflow-hidden rounded-sm border text-left transition-colors hover:border-terracotta aria-pressed:border-terracotta',
        className,
      )}
    >
      <span
        aria-hidden="true"
        style={{ width: share }}
        className={clsx(
          'absolute inset-y-0 left-0 -z-10 transition-[width]',
          isMine ? 'bg-terracotta-tint' : 'bg-sunken',
        )}
      />
      {children}
    </button>
  )
}

/** What the button of a place shows and does. */
export function useVotes(lunch: Lunch, writes: LunchWrites) {
  const viewer = useSignedIn()
  const mine = lunch.options
    .filter(({ voters }) => voters.some(({ id }) => id === viewer.id))
    .map(({ restaurantId }) => restaurantId)
  const highest = Math.max(1, ...lunch.options.map(({ voters }) => voters.length))
  return ({ restaurantId, voters }: LunchOption) => {
    const isMine = mine.includes(restaurantId)
    return {
      isMine,
      share: `${(voters.length / highest) * 100}%`,
      onToggle: () =>
        writes.vote(isMine ? mine.filter(id => id !== restaurantId) : [...mine, restaurantId], mine),
    }
  }
}

/** What tells branches of a chain apart, and how far the place is; empty if neither is known. */
export const votedPlaceDetails = ({ travelTime }: LunchOption, address: string | undefined): string =>
  [address, travelTime > 0 && `${travelTime} min`]
    .flatMap(detail => (detail ? isolated(detail) : []))
    .join(' · ')

import type { LunchOption } from '#contract/lunch-options.ts'
import type { Lunch } from '#contract/lunches.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import type { LunchWrites } from './use-lunch-writes.ts'

/** The viewer's votes and what a tap on a place does. */
export function useVotes(lunch: Lunch, writes: LunchWrites) {
  const viewer = useSignedIn()
  const mine = lunch.options.filter(({ voters }) => voters.some(({ id }) => id === viewer.id))
  const mineIds = mine.map(({ restaurantId }) => restaurantId)
  const highest = Math.max(1, ...lunch.options.map(({ voters }) => voters.length))
  return {
    mineIds,
    /** The length of a place's bar. */
    shareOf: ({ voters }: LunchOption) => `${(voters.length / highest) * 100}%`,
    toggle: (id: number) =>
      writes.vote(mineIds.includes(id) ? mineIds.filter(mineId => mineId !== id) : [...mineIds, id]),
  }
}

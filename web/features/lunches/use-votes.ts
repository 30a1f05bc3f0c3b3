import type { LunchOption } from '#contract/lunch-options.ts'
import type { Lunch } from '#contract/lunches.ts'
import type { LunchWrites } from './use-lunch-writes.ts'

interface Voter {
  lunch: Lunch
  viewerId: number
  writes: LunchWrites
}

/** The viewer's votes and what a tap on a place does. */
export function useVotes({ lunch, viewerId, writes }: Voter) {
  const mine = lunch.options.filter(({ voters }) => voters.some(({ id }) => id === viewerId))
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

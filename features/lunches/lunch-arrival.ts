import { arrivals, type Destination } from '#features/restaurants/opening/arrival.ts'
import { describeArrival, type OpenState } from '#features/restaurants/opening/open-state.ts'
import type { RandomBelow } from './lunch-decision.ts'

/**
 * A warning if a restaurant is closed when a lunch arrives or closes soon after, and the same in two words; null
 * otherwise, or if it isn't known.
 */
export function arrivalWarning(
  restaurant: Destination,
  leavesAt: Date,
  zone: string,
): { state: OpenState['state']; text: string; short: string } | null {
  const { arrivesAt, state } = arrivals(leavesAt, zone)(restaurant)
  const text = describeArrival(state, arrivesAt, zone)
  if (text === null) return null
  return { state: state.state, text, short: state.state === 'closed' ? 'Closed then' : 'Closes early' }
}

/** Draws `count` items, or all of them if there are fewer. */
export function draw<T>(items: readonly T[], count: number, randomBelow: RandomBelow): T[] {
  const left = [...items]
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(randomBelow(left.length), 1),
  ).flat()
}

import type { LunchOption } from '../../lunch-options.ts'

/**
 * The places with the most votes. One that was shown before keeps its position, and stays at a tie, so that a vote
 * that arrives doesn't move another place under someone's finger.
 */
export function leadingOptions(
  options: readonly LunchOption[],
  shown: readonly number[],
  max: number,
): LunchOption[] {
  const wasShown = ({ restaurantId }: LunchOption) => shown.includes(restaurantId)
  const leaders = options
    .toSorted((a, b) => b.voters.length - a.voters.length || Number(wasShown(b)) - Number(wasShown(a)))
    .slice(0, max)
  const newcomers = leaders.filter(option => !wasShown(option))
  const kept = shown.map(id => leaders.find(({ restaurantId }) => restaurantId === id) ?? newcomers.shift())
  return [...kept, ...newcomers].filter(option => option !== undefined)
}

/** Why a place was chosen: it was the only one, it had the most votes, it was drawn among equals, or the host said so. */
export const decisionKinds = ['only', 'votes', 'draw', 'host'] as const
type DecisionKind = (typeof decisionKinds)[number]

export type Decision = {
  restaurantId: number
  how: DecisionKind
  /** The places that a draw chose among; without a draw there are none. */
  tied: number[]
}

/** A whole number from 0 up to, but not including, `below`, each equally likely. */
export type RandomBelow = (below: number) => number

/**
 * Settles a vote: most votes win; between equals, also when nobody has voted, each is equally likely to be drawn. Null
 * without any place to choose.
 */
export function decide(
  options: readonly { restaurantId: number; votes: number }[],
  randomBelow: RandomBelow,
): Decision | null {
  const most = Math.max(...options.map(option => option.votes))
  const best = options.filter(option => option.votes === most).map(option => option.restaurantId)
  const [first] = best
  if (first === undefined) return null
  if (options.length === 1 && most === 0) return { restaurantId: first, how: 'only', tied: [] }
  if (best.length === 1) return { restaurantId: first, how: 'votes', tied: [] }
  return { restaurantId: best[randomBelow(best.length)] ?? first, how: 'draw', tied: best }
}

/**
 * Why a place was chosen: it was the only one, had the most votes, won a draw among tied places, or the host
 * chose it.
 */
export const decisionKinds = ['only', 'votes', 'draw', 'host'] as const
type DecisionKind = (typeof decisionKinds)[number]

export type Decision = {
  restaurantId: number
  how: DecisionKind
  /** The places that a draw chose among; empty without a draw. */
  tied: number[]
}

/** Returns a random whole number from 0 up to, but not including, `below`; each is equally likely. */
export type RandomBelow = (below: number) => number

/**
 * Decides a vote: the most votes win. If places are tied, including when no one has voted, one of them is drawn, each
 * equally likely. Null if there is no place to choose.
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

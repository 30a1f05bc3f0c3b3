/**
 * Why a restaurant was chosen: it was the only one, had the most votes, won a draw among tied restaurants, or the host
 * chose it.
 */
export const decisionKinds = ['only', 'votes', 'draw', 'host'] as const
type DecisionKind = (typeof decisionKinds)[number]

export type Decision = {
  restaurantId: number
  how: DecisionKind
  /** The restaurants that a draw chose among; empty without a draw. */
  tied: number[]
}

/** Returns a random whole number from 0 up to, but not including, `below`; each is equally likely. */
export type RandomBelow = (below: number) => number

type VotesOfOption = { restaurantId: number; votes: number }

/** The restaurants with the most votes; if no one has voted, all. */
export function leadersOf(options: readonly VotesOfOption[]): number[] {
  const most = Math.max(...options.map(({ votes }) => votes))
  return options.filter(({ votes }) => votes === most).map(({ restaurantId }) => restaurantId)
}

/**
 * Decides a vote: the most votes win. If restaurants are tied, including when no one has voted, one of them is drawn, each
 * equally likely. Null if there is no restaurant to choose.
 */
export function decide(options: readonly VotesOfOption[], randomBelow: RandomBelow): Decision | null {
  const best = leadersOf(options)
  const [first] = best
  if (first === undefined) return null
  if (options.length === 1 && options[0]?.votes === 0) return { restaurantId: first, how: 'only', tied: [] }
  if (best.length === 1) return { restaurantId: first, how: 'votes', tied: [] }
  return { restaurantId: best[randomBelow(best.length)] ?? first, how: 'draw', tied: best }
}

/** How much a group would like a place: the mean of the stars that its people would give, and the lowest of them. */
export type GroupScore = { mean: number | null; least: number }

export function scoreForGroup(stars: readonly number[]): GroupScore {
  return { mean: stars.reduce((sum, value) => sum + value, 0) / stars.length, least: Math.min(...stars) }
}

/** The best first; places of which nothing is known come last. Means count as they are shown, in tenths. */
export const byScore = (a: GroupScore, b: GroupScore): number =>
  tenths(b.mean) - tenths(a.mean) || b.least - a.least

const tenths = (stars: number | null) => (stars === null ? -1 : Math.round(stars * 10))

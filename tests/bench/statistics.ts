/** The smallest value that is at least as large as this share of all values; NaN if there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/**
 * How much y grows with x: the median over all pairs of points (Theil–Sen), so that single jumps, such as a
 * garbage collection, have little effect. NaN for fewer than two points.
 */
export function slope(points: readonly { x: number; y: number }[]): number {
  const slopes: number[] = []
  for (const [i, one] of points.entries())
    for (const other of points.slice(i + 1))
      if (other.x !== one.x) slopes.push((other.y - one.y) / (other.x - one.x))
  return median(slopes)
}

/**
 * The probability of a difference at least this large if both samples have the same distribution: a two-sided
 * Mann–Whitney test with the normal approximation.
 */
export function sameDistribution(one: readonly number[], other: readonly number[]): number {
  const [n, m] = [one.length, other.length]
  const less = one.flatMap(a => other.map((b): number => (a < b ? 1 : a === b ? 0.5 : 0)))
  const difference = Math.abs(less.reduce((sum, each) => sum + each, 0) - (n * m) / 2)
  const deviation = Math.sqrt((n * m * (n + m + 1)) / 12)
  return Math.min(1, tailProbability(Math.max(0, difference - 0.5) / deviation))
}

/** The two-sided tail probability of a normal distribution (Abramowitz and Stegun 7.1.26). */
function tailProbability(deviations: number): number {
  const x = deviations / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * x)
  const factors = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592]
  return factors.reduce((sum, factor) => (sum + factor) * t, 0) * Math.exp(-x * x)
}

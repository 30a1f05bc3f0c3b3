/** The least value that so large a share of all doesn't exceed; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/**
 * By how much y grows with x, in the middle of all pairs of points (Theil and Sen): single jumps, such as of a garbage
 * collection, move it little. NaN of fewer than two points.
 */
export function slope(points: readonly { x: number; y: number }[]): number {
  const slopes: number[] = []
  for (const [i, one] of points.entries())
    for (const other of points.slice(i + 1))
      if (other.x !== one.x) slopes.push((other.y - one.y) / (other.x - one.x))
  return median(slopes)
}

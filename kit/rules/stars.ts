export const starValues = [1, 2, 3, 4, 5] as const

/** The mean of `count` ratings that add up to `sum`: one decimal, halves rounded up; null without ratings. */
export function average(sum: number, count: number): number | null {
  return count === 0 ? null : Math.round((sum * 10) / count) / 10
}

/** An average and its count after one person's rating went from `before` (null: none yet) to `after`. */
export function averageAfter(
  shown: { average: number | null; count: number },
  before: number | null,
  after: number,
): { average: number | null; count: number } {
  const count = shown.count + (before === null ? 1 : 0)
  const sum = Math.round((shown.average ?? 0) * shown.count) - (before ?? 0) + after
  return { average: average(sum, count), count }
}

export function formatAverage(value: number | null): string {
  return value === null ? 'No ratings yet' : value.toFixed(1)
}

export function starCount(count: number): string {
  return count === 1 ? '1 star' : `${count} stars`
}

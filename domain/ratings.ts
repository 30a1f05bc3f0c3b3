export const starValues = [1, 2, 3, 4, 5] as const
export const commentMaxLength = 1000

/** The mean of `count` ratings that add up to `sum`: one decimal, halves rounded up; null without ratings. */
export function average(sum: number, count: number): number | null {
  return count === 0 ? null : Math.round((sum * 10) / count) / 10
}

export function formatAverage(value: number | null): string {
  return value === null ? 'No ratings yet' : value.toFixed(1)
}

export function starCount(count: number): string {
  return count === 1 ? '1 star' : `${count} stars`
}

export function ratingCountLabel(count: number): string {
  return count === 1 ? '1 rating' : `${count.toLocaleString('en-US')} ratings`
}

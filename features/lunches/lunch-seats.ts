export const seatsRange = { min: 2, max: 50 }

export const seatsTexts = {
  whole: 'Seats must be a whole number',
  min: `A lunch has at least ${seatsRange.min} seats`,
  max: `A lunch has at most ${seatsRange.max} seats`,
}

/** What is wrong with a number of seats; undefined for a right one, and for null, which is no limit. */
export function seatsError(seats: number | null): string | undefined {
  if (seats === null) return undefined
  if (!Number.isInteger(seats)) return seatsTexts.whole
  if (seats < seatsRange.min) return seatsTexts.min
  return seats > seatsRange.max ? seatsTexts.max : undefined
}

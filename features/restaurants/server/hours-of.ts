import { type OpeningTime, writeOpeningTimes } from '../opening/opening-times.ts'
import { readOpeningTimes } from '../opening/read-opening-times.ts'

type Given = { hours?: string; openingTimes?: OpeningTime[] | null }
type Hours = { hours: string; openingTimes: OpeningTime[] | null }

/** Parses opening times from hours, or writes hours from opening times, if one is missing; otherwise keeps both. */
export function hoursOf({ hours, openingTimes }: Given): Partial<Hours> {
  if (hours === undefined)
    return openingTimes
      ? { hours: writeOpeningTimes(openingTimes), openingTimes }
      : openingTimes === null
        ? { openingTimes }
        : {}
  return { hours, openingTimes: openingTimes === undefined ? readOpeningTimes(hours) : openingTimes }
}

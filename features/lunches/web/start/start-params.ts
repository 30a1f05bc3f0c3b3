import { parseId } from '#kit/web/router/search-params.ts'
import type { StartSearch } from '../cards/lunch-search.ts'
import type { When } from './time-fields.tsx'

/** What the sheet is filled in with. */
export type LunchStart = {
  /** None if the places are still to be chosen. */
  restaurantIds: number[]
  when?: When
  repeats?: true
}

/** The parameters of the address that open the sheet filled in. */
export const startParams = ({ restaurantIds, when, repeats }: LunchStart) => ({
  start: restaurantIds.join('.') || 'new',
  startAt: when && `${when.date}T${when.time}`,
  startRepeats: repeats && '1',
})

export function readStart({ start = '', startAt = '', startRepeats }: StartSearch): LunchStart {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)T([01]\d:[0-5]\d|2[0-3]:[0-5]\d)$/.exec(startAt) ?? []
  return {
    restaurantIds: start.split('.').flatMap(id => parseId(id) ?? []),
    ...(date && time && { when: { date, time } }),
    ...(startRepeats ? { repeats: true as const } : {}),
  }
}

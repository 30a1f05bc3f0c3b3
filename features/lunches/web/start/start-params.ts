import { param } from '#kit/web/router/params.ts'
import type { When } from './time-fields.tsx'

/** The dialogs about lunches, as the address names them: the lunch that is open, and the sheet that starts one. */
export const lunchParams = {
  lunch: param.id,
  /** At these restaurants ('12.7.3'), or 'new' if they are still to be chosen. */
  start: (text: string): number[] | undefined =>
    /^(new|[1-9]\d*(\.[1-9]\d*)*)$/.test(text)
      ? text.split('.').flatMap(id => param.id(id) ?? [])
      : undefined,
  startAt: (text: string): When | undefined => {
    const [, date, time] = /^(\d{4}-\d\d-\d\d)T([01]\d:[0-5]\d|2[0-3]:[0-5]\d)$/.exec(text) ?? []
    return date && time ? { date, time } : undefined
  },
  startRepeats: param.flag,
}

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
  startRepeats: repeats,
})

import type { Row } from '#kit/server/database/schema.ts'
import { invalid } from '#kit/server/http/errors.ts'
import { RestaurantForm } from '../contract.ts'
import { type OpeningTime, writeOpeningTimes } from '../opening/opening-times.ts'
import { readOpeningTimes } from '../opening/read-opening-times.ts'
import { mayStayUnknown } from '../place-fields.ts'
import { asColumns } from './list-columns.ts'

type Unknown = keyof typeof mayStayUnknown
export type Edit = Partial<Omit<RestaurantForm, Unknown>> & {
  [Field in Unknown]?: RestaurantForm[Field] | null
} & { expectedUpdatedAt?: string; suggestionId?: number } & Record<string, unknown>

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

/** Without the values that were unknown and stay so, and without opening times that stay. */
export function withoutUnchanged(before: Row<'restaurants'>, input: Edit) {
  const edit = { ...input }
  for (const field of Object.keys(mayStayUnknown) as Unknown[]) {
    if (edit[field] !== null) continue
    const { error } = RestaurantForm.shape[field].safeParse(undefined)
    if (before[field] !== null) throw invalid(field, error?.issues[0]?.message ?? '')
    delete edit[field]
  }
  // Times that stay as they are must not write the text of the hours anew, but may write one that is missing.
  const keepsHours = input.hours === undefined ? before.hours !== null : input.hours === before.hours
  if (keepsHours && hasSameTimes(before, edit)) {
    delete edit.openingTimes
    delete edit.hours
  }
  return edit as Edit & Partial<RestaurantForm>
}

const hasSameTimes = (before: Row<'restaurants'>, { openingTimes }: Edit) =>
  openingTimes !== undefined && asColumns({ openingTimes }).openingTimes === before.openingTimes

export const formFields = Object.keys(RestaurantForm.shape) as (keyof RestaurantForm)[]

export type FormColumns = Partial<Pick<Row<'restaurants'>, keyof RestaurantForm>>

/** Converts the given fields to columns. Hours given without times are only parsed if they changed. */
export function formColumns(before: Row<'restaurants'>, edit: Partial<RestaurantForm>): FormColumns {
  const given = formFields.filter(field => edit[field] !== undefined)
  const form: Partial<RestaurantForm> = Object.fromEntries(given.map(field => [field, edit[field]]))
  const isKnown = edit.openingTimes === undefined && edit.hours === before.hours
  const hours = isKnown ? undefined : edit.hours
  return asColumns({ ...form, ...hoursOf({ ...form, hours }) })
}

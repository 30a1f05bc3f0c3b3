import type { Restaurant, RestaurantForm } from '#contract/restaurants.ts'
import { isSame } from '#domain/is-same.ts'
import { type CheckedRestaurant, formFields } from './restaurant-form-values.ts'

export type Field = keyof RestaurantForm

/** An administrator's edit, the version it is based on, and what another one saved in the meantime. */
export interface Versions {
  mine: CheckedRestaurant
  base: Restaurant
  theirs: Restaurant
}

/**
 * Merges both edits: fields that only the other administrator changed are theirs, everything else is mine.
 * `differences` are the fields that both changed to different values, which the user must decide.
 */
export function mergeEdits(mine: CheckedRestaurant, base: Restaurant, theirs: Restaurant) {
  const differences = formFields.filter(
    field =>
      !isSame(mine[field], theirs[field]) &&
      !isSame(mine[field], base[field]) &&
      !isSame(theirs[field], base[field]),
  )
  // Hours and opening times are two forms of the same detail: ask only once, about the hours.
  const questions = differences.filter(
    field =>
      !Object.entries(pairedFields).some(
        ([main, other]) => other === field && differences.includes(main as Field),
      ),
  )
  const taken = formFields.filter(field => isSame(mine[field], base[field]))
  const values: CheckedRestaurant = { ...mine, ...pick(theirs, taken) }
  return { values, differences: questions, taken: taken.filter(field => !isSame(theirs[field], base[field])) }
}

/** Fields that are always chosen together with another one. */
const pairedFields: Partial<Record<Field, Field>> = { hours: 'openingTimes', latitude: 'longitude' }

function pick(restaurant: Restaurant, fields: readonly Field[]): Partial<RestaurantForm> {
  return Object.fromEntries(fields.map(field => [field, restaurant[field]]))
}

/** The fields to take from the other version, with their companions. */
export function pickWithPaired(theirs: Restaurant, fields: readonly Field[]): Partial<RestaurantForm> {
  return pick(theirs, [...fields, ...fields.flatMap(field => pairedFields[field] ?? [])])
}

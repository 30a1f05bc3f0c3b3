import type { Restaurant, RestaurantForm } from '#contract/restaurants.ts'
import { isSame } from '#web/lib/changed-values.ts'
import { type CheckedRestaurant, formFields } from './restaurant-form-values.ts'

export type Field = keyof RestaurantForm

/** One administrator's edit, the version it was based on, and what another one has saved in the meantime. */
export interface Versions {
  mine: CheckedRestaurant
  base: Restaurant
  theirs: Restaurant
}

/**
 * Both changes together: what only the other one changed is theirs, everything else mine. `differences` are the facts
 * that both changed, each in their own way: those are for somebody to decide.
 */
export function mergeOf(mine: CheckedRestaurant, base: Restaurant, theirs: Restaurant) {
  const differences = formFields.filter(
    field =>
      !isSame(mine[field], theirs[field]) &&
      !isSame(mine[field], base[field]) &&
      !isSame(theirs[field], base[field]),
  )
  // Hours and opening times are two forms of one fact: the chosen hours bring their times along.
  const questions = differences.filter(
    field =>
      !Object.entries(companions).some(
        ([main, other]) => other === field && differences.includes(main as Field),
      ),
  )
  const taken = formFields.filter(field => isSame(mine[field], base[field]))
  const values: CheckedRestaurant = { ...mine, ...pick(theirs, taken) }
  return { values, differences: questions, taken: taken.filter(field => !isSame(theirs[field], base[field])) }
}

/** What is chosen together with a field. */
const companions: Partial<Record<Field, Field>> = { hours: 'openingTimes', latitude: 'longitude' }

function pick(restaurant: Restaurant, fields: readonly Field[]): Partial<RestaurantForm> {
  return Object.fromEntries(fields.map(field => [field, restaurant[field]]))
}

/** What was chosen of the other version. */
export function pickChosen(theirs: Restaurant, fields: readonly Field[]): Partial<RestaurantForm> {
  return pick(theirs, [...fields, ...fields.flatMap(field => companions[field] ?? [])])
}

import * as z from 'zod/mini'
import { type Restaurant, RestaurantForm } from '#contract/restaurants.ts'

/** What the inputs hold: '' and null where something is left empty. */
export type RestaurantValues = z.input<typeof RestaurantForm>

/** For a restaurant that exists: what nobody knew before may stay unknown. */
export function schemaFor(restaurant: Restaurant) {
  const { price, hours, distance } = RestaurantForm.shape
  const lenient = z.extend(RestaurantForm, {
    ...(restaurant.price === null && { price: z.nullable(price) }),
    ...(restaurant.hours === null && { hours: z.nullable(hours) }),
    ...(restaurant.distance === null && { distance: z.nullable(distance) }),
  })
  return lenient as unknown as typeof RestaurantForm
}

export function valuesOf(restaurant: Restaurant) {
  const fields = Object.keys(RestaurantForm.shape) as (keyof RestaurantForm)[]
  return Object.fromEntries(fields.map(field => [field, restaurant[field]])) as RestaurantValues
}

/** Only what was changed is sent, so that two administrators don't undo each other. */
export function changesIn(values: RestaurantForm, restaurant: Restaurant): Partial<RestaurantForm> {
  const changed = Object.entries(values).filter(
    ([field, value]) => value !== restaurant[field as keyof RestaurantForm],
  )
  return Object.fromEntries(changed)
}

/** An emptied text input means that there is nothing. */
export const textOrNull = (text: unknown) => (text === '' ? null : text)

/** An emptied number input means that nothing is known. */
export const numberOrNull = (text: unknown) =>
  text === '' || text === null || Number.isNaN(text) ? null : Number(text)

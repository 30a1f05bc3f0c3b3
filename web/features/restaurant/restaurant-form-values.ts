import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { imageTypes, uploadRestaurantImage } from '#contract/images.ts'
import { type Restaurant, RestaurantForm } from '#contract/restaurants.ts'
import { isSame } from '#web/lib/is-same.ts'

const { maxBytes, tooLarge } = uploadRestaurantImage.upload

/** The picture as it shall be: as it is, none, or another one. */
export type ImageChoice = 'keep' | 'none' | File

const Image = z.custom<ImageChoice>().check(
  z.refine(image => typeof image === 'string' || imageTypes.some(type => type === image.type), {
    error: 'Image must be a JPG, PNG or WebP file',
    abort: true,
  }),
  z.refine(image => typeof image === 'string' || image.size <= maxBytes, tooLarge),
)

const Form = z.extend(RestaurantForm, { image: Image })

/** What the inputs hold: '' and null where something is left empty. */
export type RestaurantValues = z.input<typeof Form>
export type CheckedRestaurant = z.output<typeof Form>

/** What somebody chose or left empty in a form for a new restaurant; for one that exists, what nobody knew may stay unknown. */
export function schemaFor(restaurant: Restaurant | undefined) {
  if (!restaurant) return Form
  const { price, hours, distance } = RestaurantForm.shape
  const lenient = z.extend(Form, {
    ...(restaurant.price === null && { price: z.nullable(price) }),
    ...(restaurant.hours === null && { hours: z.nullable(hours) }),
    ...(restaurant.distance === null && { distance: z.nullable(distance) }),
  })
  return lenient as unknown as typeof Form
}

export const formFields = Object.keys(RestaurantForm.shape) as (keyof RestaurantForm)[]

export function valuesOf(restaurant: Restaurant): RestaurantValues {
  const facts = Object.fromEntries(formFields.map(field => [field, restaurant[field]]))
  return { ...(facts as RestaurantForm), image: 'keep' }
}

export function newValues(campusCode: string): Partial<RestaurantValues> {
  return {
    campusCode,
    openingTimes: null,
    diets: [],
    cuisine: null,
    phone: null,
    websiteUrl: null,
    disabled: false,
    image: 'keep',
  }
}

/** Only what was changed is sent, so that two administrators don't undo each other. */
export function changesIn(values: RestaurantForm, restaurant: Restaurant): Partial<RestaurantForm> {
  const isChanged = (field: keyof RestaurantForm) => !isSame(values[field], restaurant[field])
  // Another text would be read anew: beside it, the week is sent as it stands in the form.
  const changed = formFields.filter(
    field => isChanged(field) || (field === 'openingTimes' && isChanged('hours')),
  )
  return Object.fromEntries(changed.map(field => [field, values[field]]))
}

/** An emptied text input means that there is nothing. */
export const textOrNull = (text: unknown) => (text === '' ? null : text)

/** An emptied number input means that nothing is known. */
export const numberOrNull = (text: unknown) =>
  text === '' || text === null || text === undefined || Number.isNaN(text) ? null : Number(text)

export type RestaurantFormState = UseFormReturn<RestaurantValues, unknown, CheckedRestaurant>

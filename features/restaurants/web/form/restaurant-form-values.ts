import * as z from 'zod/mini'
import { imageTypes } from '#features/images/contract.ts'
import { isImage, notAnImage } from '#features/images/web/image-file.ts'
import { acceptUnchanged } from '#kit/contract/unchanged.ts'
import { isSame } from '#kit/rules/is-same.ts'
import type { RowFormState } from '#kit/web/forms/use-row-form.ts'
import { type Restaurant, RestaurantForm } from '../../contract.ts'
import { uploadRestaurantImage } from '../../restaurant-images-contract.ts'

const { maxBytes, tooLarge } = uploadRestaurantImage.upload

/** Keep the picture, remove it, or replace it with a file. */
export type ImageChoice = 'keep' | 'none' | File

const Image = z.custom<ImageChoice>().check(
  z.refine(image => typeof image === 'string' || imageTypes.some(type => type === image.type), {
    error: notAnImage,
    abort: true,
  }),
  z.refine(image => typeof image === 'string' || image.size <= maxBytes, { error: tooLarge, abort: true }),
  z.refine(image => typeof image === 'string' || isImage(image), notAnImage),
)

const Form = z.extend(RestaurantForm, { image: Image })

/** The values of the inputs: '' or null if empty. */
export type RestaurantValues = z.input<typeof Form>
export type CheckedRestaurant = z.output<typeof Form>

/** The form's schema. What an existing restaurant has, or what is unknown about it, may stay so. */
export const schemaFor = (restaurant: Restaurant | undefined) =>
  restaurant ? acceptUnchanged(Form, restaurant) : Form

export const formFields = Object.keys(RestaurantForm.shape) as (keyof RestaurantForm)[]

export function valuesOf(restaurant: Restaurant): RestaurantValues {
  const details = Object.fromEntries(formFields.map(field => [field, restaurant[field]]))
  return { ...(details as RestaurantForm), image: 'keep' }
}

/** The suggestion that led to the form; saving the form marks it as done. */
export interface SourceSuggestion {
  suggestionId: number
  /** Initial values for a new restaurant. */
  values?: { name: string; address: string }
}

export function newValues(campusCode: string, source?: SourceSuggestion): Partial<RestaurantValues> {
  return {
    ...source?.values,
    campusCode,
    latitude: null,
    longitude: null,
    openingTimes: null,
    diets: [],
    cuisine: null,
    phone: null,
    websiteUrl: null,
    disabled: false,
    image: 'keep',
  }
}

/** Only changed fields are sent, so that two administrators don't undo each other's changes. */
export function changesIn(values: RestaurantForm, restaurant: Restaurant): Partial<RestaurantForm> {
  const isChanged = (field: keyof RestaurantForm) => !isSame(values[field], restaurant[field])
  // Given only the hours text, the server derives the opening times from it, and vice versa. Sending both keeps each as
  // it is in the form.
  const isPaired = (field: keyof RestaurantForm) =>
    (field === 'openingTimes' && isChanged('hours')) ||
    (field === 'hours' && values.hours !== null && isChanged('openingTimes'))
  const changed = formFields.filter(field => isChanged(field) || isPaired(field))
  return Object.fromEntries(changed.map(field => [field, values[field]]))
}

export type RestaurantFormState = RowFormState<Restaurant | undefined, RestaurantValues, CheckedRestaurant>

import { fitImage } from '#features/images/web/fit-image.ts'
import { ApiError, call } from '#kit/web/api/call.ts'
import { useSend } from '#kit/web/api/use-write.ts'
import { conflictIn } from '#kit/web/forms/edit-conflict.ts'
import { createRestaurant, type Restaurant, updateRestaurant } from '../../contract.ts'
import { removeRestaurantImage, uploadRestaurantImage } from '../../restaurant-images-contract.ts'
import {
  type CheckedRestaurant,
  changesIn,
  type ImageChoice,
  type RestaurantFormState,
} from './restaurant-form-values.ts'

interface Save {
  values: CheckedRestaurant
  /** The version that was edited; undefined: a new restaurant. */
  base: Restaurant | undefined
}

/**
 * Adds or changes a restaurant, then its picture. If only the picture fails, the details are saved all the same. Marks
 * the suggestion as done.
 */
export function useSaveRestaurant(form: RestaurantFormState, suggestionId: number | undefined) {
  const send = async ({ values: { image, ...details }, base }: Save) => {
    const { id, positionProblem } = base
      ? await change(details, base, suggestionId)
      : await call(createRestaurant, { body: { ...details, ...(suggestionId && { suggestionId }) } })
    return { positionProblem, imageError: await changeImage(id, image) }
  }
  return useSend<Awaited<ReturnType<typeof send>>, Save>(send, {
    touches: ['restaurants', ...(suggestionId ? ['suggestions'] : [])],
    waits: true,
    form: { showErrors: error => conflictIn(error) !== null || form.showErrors(error) },
    done: ({ positionProblem, imageError }, { base }) =>
      imageError
        ? { title: 'Failed to upload image', description: imageError, variant: 'destructive' }
        : {
            title: base ? 'Restaurant updated' : 'Restaurant added',
            ...(positionProblem && { description: positionProblem, variant: 'warning' }),
          },
    failed: (_error, { base }) => (base ? 'Failed to update restaurant' : 'Failed to add restaurant'),
  })
}

async function change(
  details: Omit<CheckedRestaurant, 'image'>,
  base: Restaurant,
  suggestionId: number | undefined,
): Promise<Restaurant> {
  const changes = changesIn(details, base)
  if (Object.keys(changes).length === 0 && !suggestionId) return base
  return call(updateRestaurant, {
    params: { id: String(base.id) },
    body: { ...changes, expectedUpdatedAt: base.updatedAt, ...(suggestionId && { suggestionId }) },
  })
}

/** Returns the error message, or null on success. */
async function changeImage(id: number, image: ImageChoice): Promise<string | null> {
  const params = { id: String(id) }
  try {
    if (image === 'none') await call(removeRestaurantImage, { params })
    else if (image !== 'keep') await call(uploadRestaurantImage, { params, file: fitImage(image) })
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.message
  }
}

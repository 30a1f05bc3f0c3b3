import { useMutation, useQueryClient } from '@tanstack/react-query'
import { fitImage } from '#features/images/web/fit-image.ts'
import { ApiError, call } from '#kit/web/api/call.ts'
import { refreshAfter } from '#kit/web/api/queries.ts'
import { conflictIn } from '#kit/web/forms/edit-conflict.ts'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'
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
  /** The suggestion that saving marks as done. */
  suggestionId?: number
}

/** Adds or changes a restaurant, then its picture. If only the picture fails, the details are saved all the same. */
export function useSaveRestaurant(form: RestaurantFormState) {
  const queryClient = useQueryClient()
  return useMutation<void, ApiError, Save>({
    mutationFn: async ({ values: { image, ...details }, base, suggestionId }) => {
      const restaurant = base
        ? await change(details, base, suggestionId)
        : await call(createRestaurant, { body: { ...details, ...(suggestionId && { suggestionId }) } })
      const imageError = await changeImage(restaurant, image)
      if (imageError)
        toast({ title: 'Failed to upload image', description: imageError, variant: 'destructive' })
      else {
        const { positionProblem } = restaurant
        toast({
          title: base ? 'Restaurant updated' : 'Restaurant added',
          ...(positionProblem && { description: positionProblem }),
          variant: positionProblem ? 'warning' : 'success',
        })
      }
    },
    onError: (error, { base }) => {
      if (conflictIn(error) || form.showErrors(error)) return
      const title = base ? 'Failed to update restaurant' : 'Failed to add restaurant'
      toast({ title, description: error.message, variant: 'destructive' })
    },
    onSettled: (_reply, error, { suggestionId }) =>
      refreshAfter(queryClient, ['restaurants', ...(suggestionId ? ['suggestions'] : [])], error),
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
async function changeImage({ id }: Restaurant, image: ImageChoice): Promise<string | null> {
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

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createRating, type Rating, updateRating } from '#contract/ratings.ts'
import { starCount } from '#domain/ratings.ts'
import { type ApiError, call, serverMessage } from '#web/api/call.ts'
import { refresh } from '#web/api/queries.ts'
import { restaurantQueries } from '#web/api/restaurant-queries.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import { toast } from '#web/ui/toast-store.ts'
import { rateOptimistically } from './optimistic-rating.ts'

interface Given {
  value: number
  /** If left out, an earlier comment stays; null clears it. */
  comment?: string | null
}

/** Rates a restaurant, or changes the rating `before`: shown at once, rolled back if the server refuses. */
export function useRate(restaurant: { id: number; name: string }, before: Rating | null) {
  const viewer = useSignedIn()
  const queryClient = useQueryClient()
  return useMutation<Rating, ApiError, Given, () => void>({
    mutationFn: given => {
      const body = { restaurantId: restaurant.id, ...given }
      return before
        ? call(updateRating, { params: { id: String(before.id) }, body })
        : call(createRating, { body })
    },
    onMutate: given => {
      const now = new Date().toISOString()
      const fresh = { id: 0, userId: viewer.id, restaurantId: restaurant.id, comment: null, createdAt: now }
      return rateOptimistically(
        queryClient,
        { ...fresh, ...before, ...given, updatedAt: now },
        before,
        viewer.department,
      )
    },
    onSuccess: ({ value }) => {
      const stars = starCount(value)
      toast(
        before
          ? {
              title: 'Rating updated',
              description: `You updated your rating for ${restaurant.name} to ${stars}!`,
              variant: 'success',
            }
          : {
              title: 'Rating submitted',
              description: `You rated ${restaurant.name} with ${stars}!`,
              variant: 'success',
            },
      )
    },
    onError: (error, _given, undo) => {
      undo?.()
      toast({
        title: 'Error',
        description: serverMessage(error) ?? 'Failed to submit rating',
        variant: 'destructive',
      })
    },
    onSettled: () => refresh(queryClient, restaurantQueries),
  })
}

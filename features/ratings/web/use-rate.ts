import { type MutateOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { useDistinctName } from '#features/restaurants/web/distinct-names.tsx'
import { starCount } from '#kit/rules/stars.ts'
import { type ApiError, call, serverMessage } from '#kit/web/api/call.ts'
import { notSavedYet, sendShown } from '#kit/web/api/connection.ts'
import { refresh } from '#kit/web/api/queries.ts'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'
import { createRating, type Rating, updateRating } from '../contract.ts'
import { rateOptimistically } from './optimistic-rating.ts'

interface RatingInput {
  value: number
  /** Omitted: an earlier comment stays. null: clears it. */
  comment?: string | null
}

/** Rates a restaurant, or changes the rating `before`. Updates optimistically and rolls back on errors. */
export function useRate(restaurant: { id: number; name: string }, before: Rating | null) {
  const viewer = useSignedIn()
  const queryClient = useQueryClient()
  const name = useDistinctName(restaurant)
  const mutation = useMutation<Rating, ApiError, Given, () => void>({
    mutationKey: [mutationKey],
    // Serialized, so that the last rating wins.
    scope: { id: `rating-${restaurant.id}` },
    mutationFn: ({ before, input }) => {
      const body = { restaurantId: restaurant.id, ...input }
      return sendShown(queryClient, options =>
        before && before.id !== unconfirmedId
          ? call(updateRating, { params: { id: String(before.id) }, body }, options)
          : call(createRating, { body }, options),
      )
    },
    onMutate: ({ before, input }) => {
      const now = new Date().toISOString()
      const fresh = {
        id: unconfirmedId,
        userId: viewer.id,
        restaurantId: restaurant.id,
        comment: null,
        createdAt: now,
      }
      return rateOptimistically(
        queryClient,
        { ...fresh, ...before, ...input, updatedAt: now },
        before,
        viewer.department,
      )
    },
    onSuccess: ({ value }, { before }) => {
      const stars = starCount(value)
      toast({
        title: before ? 'Rating updated' : 'Rating submitted',
        description: before
          ? `You updated your rating for ${name} to ${stars}!`
          : `You rated ${name} with ${stars}!`,
        variant: 'success',
      })
    },
    onError: (error, given, undo) => {
      undo?.()
      toast({
        title: 'Error',
        description: serverMessage(error) ?? 'Failed to submit rating',
        variant: 'destructive',
        ...notSavedYet(error, () => mutation.mutate(given, given.callbacks)),
      })
    },
    onSettled: () => {
      // Refetch only after the last pending rating: between two, the display would jump back to the first.
      if (queryClient.isMutating({ mutationKey: [mutationKey] }) <= 1)
        void refresh(queryClient, ['restaurants'])
    },
  })
  // `before` is captured at the call: by the time the mutation runs, the cache already shows the new rating.
  return {
    isPending: mutation.isPending,
    mutate: (input: RatingInput, callbacks: Given['callbacks']) =>
      mutation.mutate({ input, before, callbacks }, callbacks),
    mutateAsync: (input: RatingInput, callbacks?: Given['callbacks']) =>
      mutation.mutateAsync({ input, before, ...(callbacks && { callbacks }) }, callbacks),
  }
}

interface Given {
  input: RatingInput
  before: Rating | null
  /** Also for another try. */
  callbacks?: MutateOptions<Rating, ApiError, Given, () => void>
}

const mutationKey = 'rate a restaurant'

/** Id of a rating not yet confirmed by the server. Creating it again is safe: the server updates the existing one. */
const unconfirmedId = 0

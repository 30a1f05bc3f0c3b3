import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { useDistinctName } from '#features/restaurants/web/distinct-names.tsx'
import { starCount } from '#kit/rules/stars.ts'
import { call, serverMessage } from '#kit/web/api/call.ts'
import { useSend } from '#kit/web/api/use-write.ts'
import { createRating, type Rating, updateRating } from '../contract.ts'
import { ratingPatches } from './optimistic-rating.ts'

interface RatingInput {
  value: number
  /** Omitted: an earlier comment stays. null: clears it. */
  comment?: string | null
}

/**
 * Rates a restaurant, or changes the rating `before`. Updates optimistically and rolls back on errors. `onRated` is also
 * called after another try.
 */
export function useRate(
  restaurant: { id: number; name: string },
  before: Rating | null,
  onRated?: () => void,
) {
  const viewer = useSignedIn()
  const name = useDistinctName(restaurant)
  const { mutate, mutateAsync, isPending } = useSend<Rating, Given>(
    ({ before, input }, options) => {
      const body = { restaurantId: restaurant.id, ...input }
      return before && before.id !== unconfirmedId
        ? call(updateRating, { params: { id: String(before.id) }, body }, options)
        : call(createRating, { body }, options)
    },
    {
      touches: ['restaurants'],
      // Serialized, so that the last rating wins.
      scope: { id: `rating-${restaurant.id}` },
      optimistic: ({ before, input }) => {
        const now = new Date().toISOString()
        const fresh = { id: unconfirmedId, userId: viewer.id, restaurantId: restaurant.id, createdAt: now }
        const rating = { comment: null, ...fresh, ...before, ...input, updatedAt: now }
        return ratingPatches(rating, before, viewer.department)
      },
      onSuccess: () => onRated?.(),
      done: ({ value }, { before }) => ({
        title: before ? 'Rating updated' : 'Rating submitted',
        description: before
          ? `You updated your rating for ${name} to ${starCount(value)}!`
          : `You rated ${name} with ${starCount(value)}!`,
      }),
      failed: error => ({
        title: 'Error',
        description: serverMessage(error) ?? 'Failed to submit rating',
      }),
    },
  )
  // `before` is captured at the call: by the time the mutation runs, the cache already shows the new rating.
  return {
    isPending,
    mutate: (input: RatingInput) => mutate({ input, before }),
    mutateAsync: (input: RatingInput) => mutateAsync({ input, before }),
  }
}

interface Given {
  input: RatingInput
  before: Rating | null
}

/** Id of a rating not yet confirmed by the server. Creating it again is safe: the server updates the existing one. */
const unconfirmedId = 0

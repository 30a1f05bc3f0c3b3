import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import { batchRatings, getUserRating, type Rating } from '#contract/ratings.ts'
import { ApiError, call } from '#web/api/call.ts'
import { read } from '#web/api/queries.ts'

/** One's own rating of a restaurant: null for none, undefined while it isn't known. */
export function useOwnRating(restaurantId: number) {
  const queryClient = useQueryClient()
  return useQuery({
    ...ownRatingQuery(restaurantId),
    placeholderData: () => ownRatingInLists(queryClient, restaurantId),
  })
}

/** Not rated yet is an answer, not an error. */
export function ownRatingQuery(restaurantId: number) {
  const input = { params: { id: String(restaurantId) } }
  return queryOptions<Rating | null, ApiError>({
    queryKey: read(getUserRating, input).queryKey as readonly unknown[],
    queryFn: async ({ signal }) => {
      try {
        return await call(getUserRating, input, { signal })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })
}

/** What a list's ratings already tell: null only where the restaurant was asked about. */
function ownRatingInLists(queryClient: QueryClient, restaurantId: number): Rating | null | undefined {
  const answers = queryClient.getQueriesData<Reply<typeof batchRatings>>({
    predicate: query => query.queryKey[1] === batchRatings.path,
  })
  for (const [key, answer] of answers) {
    const asked = key[2] as { restaurantIds: number[] } | undefined
    if (answer && asked?.restaurantIds.includes(restaurantId)) return answer.userRatings[restaurantId] ?? null
  }
  return undefined
}

import { type QueryClient, type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import { batchRatings, type Rating } from '#contract/ratings.ts'
import type { ApiError } from '#web/api/call.ts'
import { read } from '#web/api/queries.ts'

type Batch = Reply<typeof batchRatings>
type DepartmentAverage = Batch['ratingsByDepartment'][string][number]

export interface RatingsOf {
  /** Whether everything has come. */
  isKnown: boolean
  error: ApiError | null
  retry: () => void
  /** One's own rating of a restaurant. */
  own: (restaurantId: number) => Rating | undefined
  /** How each department rates a restaurant; those that don't are left out. */
  departments: (restaurantId: number) => readonly DepartmentAverage[]
}

const mostIdsPerCall = 1000

/** Own ratings and department averages of many restaurants, asked for in as few calls as the server allows. */
export function useRatingsOf(restaurantIds: readonly number[]): RatingsOf {
  const queryClient = useQueryClient()
  const { answers, isKnown, error, refetches } = useQueries({
    queries: chunks(restaurantIds, mostIdsPerCall).map(ids => ({
      ...read(batchRatings, { body: { restaurantIds: ids } }),
      placeholderData: () => answerCovering(queryClient, ids),
    })),
    combine,
  })
  const find = <T>(part: (answer: Batch) => T | undefined): T | undefined => {
    for (const answer of answers) {
      const found = part(answer)
      if (found !== undefined) return found
    }
    return undefined
  }
  return {
    isKnown,
    error,
    retry: () => {
      for (const refetch of refetches) void refetch()
    },
    own: id => find(answer => answer.userRatings[id]),
    departments: id => find(answer => answer.ratingsByDepartment[id]) ?? [],
  }
}

/** One's own rating of a restaurant: null for none, undefined while it isn't known. */
export function useOwnRating(restaurantId: number): Rating | null | undefined {
  const ratings = useRatingsOf([restaurantId])
  return ratings.isKnown ? (ratings.own(restaurantId) ?? null) : undefined
}

/* Without functions of its own, so that the same answers give the same object and nothing is drawn anew. */
function combine(results: UseQueryResult<Batch, ApiError>[]) {
  return {
    answers: results.flatMap(({ data }) => data ?? []),
    isKnown: results.every(({ data }) => data !== undefined),
    error: results.find(({ error }) => error)?.error ?? null,
    refetches: results.filter(({ isError }) => isError).map(({ refetch }) => refetch),
  }
}

/** A list's answer already tells about each of its restaurants. */
function answerCovering(queryClient: QueryClient, ids: readonly number[]): Batch | undefined {
  const answers = queryClient.getQueriesData<Batch>({
    predicate: query => query.queryKey[1] === batchRatings.path,
  })
  for (const [key, answer] of answers) {
    const asked = (key[2] as { restaurantIds: number[] } | undefined)?.restaurantIds
    if (answer && asked && ids.every(id => asked.includes(id))) return answer
  }
  return undefined
}

function chunks(ids: readonly number[], size: number): number[][] {
  const count = Math.ceil(ids.length / size)
  return Array.from({ length: count }, (_, index) => ids.slice(index * size, (index + 1) * size))
}

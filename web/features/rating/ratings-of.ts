import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import { batchRatings, type Rating } from '#contract/ratings.ts'
import type { ApiError } from '#web/api/call.ts'
import { read } from '#web/api/queries.ts'

type Batch = Reply<typeof batchRatings>

export interface RatingsOf {
  /** Whether everything has come. */
  isKnown: boolean
  error: ApiError | null
  retry: () => void
  /** One's own rating of a restaurant. */
  own: (restaurantId: number) => Rating | undefined
  /** How a department rates a restaurant on average. */
  departmentAverage: (restaurantId: number, department: string) => number | undefined
}

const mostIdsPerCall = 1000

/** Own ratings and department averages of many restaurants, asked for in as few calls as the server allows. */
export function useRatingsOf(restaurantIds: readonly number[]): RatingsOf {
  return useQueries({
    queries: chunks(restaurantIds, mostIdsPerCall).map(ids =>
      read(batchRatings, { body: { restaurantIds: ids } }),
    ),
    combine,
  })
}

function combine(results: UseQueryResult<Batch, ApiError>[]): RatingsOf {
  const answers = results.flatMap(({ data }) => data ?? [])
  const first = <T>(find: (answer: Batch) => T | undefined): T | undefined => {
    for (const answer of answers) {
      const found = find(answer)
      if (found !== undefined) return found
    }
    return undefined
  }
  return {
    isKnown: answers.length === results.length,
    error: results.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch()
    },
    own: id => first(answer => answer.userRatings[id]),
    departmentAverage: (id, department) =>
      first(answer => answer.ratingsByDepartment[id])?.find(item => item.department === department)
        ?.averageRating,
  }
}

function chunks(ids: readonly number[], size: number): number[][] {
  const count = Math.ceil(ids.length / size)
  return Array.from({ length: count }, (_, index) => ids.slice(index * size, (index + 1) * size))
}

import {
  type QueryClient,
  type UseQueryResult,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import { batchRatings, listUserRatings, type Rating } from '#contract/ratings.ts'
import type { ApiError } from '#web/api/call.ts'
import { read } from '#web/api/queries.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import { chunks } from '#web/lib/chunks.ts'

type Batch = Reply<typeof batchRatings>
type DepartmentAverage = Batch['ratingsByDepartment'][string][number]

export interface Asked {
  /** Whether everything has loaded. */
  isKnown: boolean
  error: ApiError | null
  retry: () => void
}

export interface OwnRatings extends Asked {
  /** One's own rating of a restaurant. */
  of: (restaurantId: number) => Rating | undefined
}

export interface DepartmentAverages extends Asked {
  /** How each department rates a restaurant; departments without ratings are left out. */
  of: (restaurantId: number) => readonly DepartmentAverage[]
}

/** All of one's own ratings: asked for without knowing which restaurants there are, so beside their list. */
export function useOwnRatings(): OwnRatings {
  const { id } = useSignedIn()
  const { data, error, refetch } = useQuery({
    ...read(listUserRatings, { params: { id } }),
    select: byRestaurant,
  })
  return {
    isKnown: data !== undefined,
    error,
    retry: () => void refetch(),
    of: restaurantId => data?.get(restaurantId),
  }
}

/** One's own rating of a restaurant: null for none, undefined while loading. */
export function useOwnRating(restaurantId: number): Rating | null | undefined {
  const ratings = useOwnRatings()
  return ratings.isKnown ? (ratings.of(restaurantId) ?? null) : undefined
}

const byRestaurant = (ratings: Rating[]) => new Map(ratings.map(rating => [rating.restaurantId, rating]))

const mostIdsPerCall = 1000

/** Department averages of many restaurants, asked for in as few calls as the server allows. */
export function useDepartmentAverages(restaurantIds: readonly number[]): DepartmentAverages {
  const queryClient = useQueryClient()
  const { replies, isKnown, error, refetches } = useQueries({
    queries: chunks(restaurantIds, mostIdsPerCall).map(ids => ({
      ...read(batchRatings, { body: { restaurantIds: ids, include: ['ratingsByDepartment'] } }),
      placeholderData: () => replyCovering(queryClient, ids),
    })),
    combine,
  })
  return {
    isKnown,
    error,
    retry: () => {
      for (const refetch of refetches) void refetch()
    },
    of: id => replies.find(reply => reply.ratingsByDepartment[id])?.ratingsByDepartment[id] ?? [],
  }
}

/* Without functions of its own, so that the same replies give the same object and nothing is drawn anew. */
function combine(results: UseQueryResult<Batch, ApiError>[]) {
  return {
    replies: results.flatMap(({ data }) => data ?? []),
    isKnown: results.every(({ data }) => data !== undefined),
    error: results.find(({ error }) => error)?.error ?? null,
    refetches: results.filter(({ isError }) => isError).map(({ refetch }) => refetch),
  }
}

/** A list's reply already has each of its restaurants. */
function replyCovering(queryClient: QueryClient, ids: readonly number[]): Batch | undefined {
  const replies = queryClient.getQueriesData<Batch>({
    predicate: query => query.queryKey[1] === batchRatings.path,
  })
  for (const [key, reply] of replies) {
    const asked = (key[2] as { restaurantIds: number[] } | undefined)?.restaurantIds
    if (reply && asked && ids.every(id => asked.includes(id))) return reply
  }
  return undefined
}

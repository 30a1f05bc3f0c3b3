import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { type ApiError, call } from '#kit/web/api/call.ts'
import { read } from '#kit/web/api/queries.ts'
import { batchRatings, listUserRatings, type Rating } from '../contract.ts'

type Batch = Reply<typeof batchRatings>
type DepartmentAverage = Batch['ratingsByDepartment'][string][number]

export interface QueryState {
  /** Whether everything has loaded. */
  isKnown: boolean
  error: ApiError | null
  retry: () => void
}

export interface OwnRatings extends QueryState {
  /** The viewer's rating of a restaurant. */
  of: (restaurantId: number) => Rating | undefined
}

export interface DepartmentAverages extends QueryState {
  /** How each department rates a restaurant; departments without ratings are left out. */
  of: (restaurantId: number) => readonly DepartmentAverage[]
}

/** All of the viewer's ratings. Needs no restaurant ids, so it loads in parallel with the list of restaurants. */
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

/** The viewer's rating of a restaurant: null if none, undefined while loading. */
export function useOwnRating(restaurantId: number): Rating | null | undefined {
  const ratings = useOwnRatings()
  return ratings.isKnown ? (ratings.of(restaurantId) ?? null) : undefined
}

const byRestaurant = (ratings: Rating[]) => new Map(ratings.map(rating => [rating.restaurantId, rating]))

const maxIdsPerCall = 1000

/** Department averages of many restaurants, in as few requests as the server allows. */
export function useDepartmentAverages(restaurantIds: readonly number[]): DepartmentAverages {
  const queryClient = useQueryClient()
  const inputFor = (restaurantIds: readonly number[]) => ({
    body: { restaurantIds: [...restaurantIds], include: ['ratingsByDepartment' as const] },
  })
  const { data, error, refetch } = useQuery({
    ...read(batchRatings, inputFor(restaurantIds)),
    queryFn: async ({ signal }) => {
      const parts = chunks(restaurantIds, maxIdsPerCall)
      return mergeReplies(await Promise.all(parts.map(ids => call(batchRatings, inputFor(ids), { signal }))))
    },
    enabled: restaurantIds.length > 0,
    placeholderData: () => findCoveringReply(queryClient, restaurantIds),
  })
  return {
    isKnown: data !== undefined || restaurantIds.length === 0,
    error,
    retry: () => void refetch(),
    of: id => data?.ratingsByDepartment[id] ?? [],
  }
}

const mergeReplies = (replies: Batch[]): Batch => ({
  averageRatings: {},
  ratingCounts: {},
  userRatings: {},
  ratingsByDepartment: Object.assign({}, ...replies.map(reply => reply.ratingsByDepartment)),
})

/** A cached reply that already covers all these restaurants, e.g. a list's reply. */
function findCoveringReply(queryClient: QueryClient, ids: readonly number[]): Batch | undefined {
  const replies = queryClient.getQueriesData<Batch>({
    predicate: query => query.queryKey[1] === batchRatings.path,
  })
  for (const [key, reply] of replies) {
    const requestedIds = (key[3] as { restaurantIds: number[] } | undefined)?.restaurantIds
    if (reply && requestedIds && ids.every(id => requestedIds.includes(id))) return reply
  }
  return undefined
}

/** Splits a long list into parts of at most `size` items, for endpoints with a limit. */
function chunks<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}

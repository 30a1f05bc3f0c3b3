import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { read } from '#kit/web/api/queries.ts'
import {
  getRestaurant,
  listCampusRestaurants,
  listRestaurants,
  listUnrated,
  listUnratedOfCampus,
  type Restaurant,
} from '../contract.ts'

/** A restaurant by id; immediately available if a cached list contains it. */
export function useRestaurant(id: number) {
  const queryClient = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery({
    ...read(getRestaurant, { params: { id: String(id) } }),
    placeholderData: () => findCachedRestaurant(queryClient, id),
  })
  // Without a connection, use the data from the cached lists.
  const isListed = data === undefined && error?.isConnectionLoss
  return { data: isListed ? findCachedRestaurant(queryClient, id) : data, error, refetch, isFetching }
}

const lists: unknown[] = [listCampusRestaurants, listRestaurants, listUnrated, listUnratedOfCampus].map(
  endpoint => endpoint.path,
)

/** A restaurant from a list that was fetched before. */
export function findCachedRestaurant(queryClient: QueryClient, id: number): Restaurant | undefined {
  const replies = queryClient.getQueriesData<Restaurant[]>({
    predicate: query => lists.includes(query.queryKey[1]),
  })
  for (const [, list] of replies) {
    const found = list?.find(restaurant => restaurant.id === id)
    if (found) return found
  }
  return undefined
}

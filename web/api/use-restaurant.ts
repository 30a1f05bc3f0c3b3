import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRestaurant } from '#contract/restaurants.ts'
import { findCachedRestaurant } from './cached-restaurant.ts'
import { read } from './queries.ts'

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

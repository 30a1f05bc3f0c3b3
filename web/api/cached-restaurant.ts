import type { QueryClient } from '@tanstack/react-query'
import {
  listCampusRestaurants,
  listRestaurants,
  listUnrated,
  listUnratedOfCampus,
  type Restaurant,
} from '#contract/restaurants.ts'

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

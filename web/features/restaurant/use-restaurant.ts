import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getRestaurant,
  listCampusRestaurants,
  listRestaurants,
  listUnrated,
  listUnratedOfCampus,
  type Restaurant,
} from '#contract/restaurants.ts'
import { read } from '#web/api/queries.ts'

/** A restaurant by id, instantly if a cached list contains it. */
export function useRestaurant(id: number) {
  const queryClient = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery({
    ...read(getRestaurant, { params: { id: String(id) } }),
    placeholderData: () => restaurantInLists(queryClient, id),
  })
  // Without a connection, what the lists know has to do.
  const isListed = data === undefined && error?.isConnectionLoss
  return { data: isListed ? restaurantInLists(queryClient, id) : data, error, refetch, isFetching }
}

const lists: unknown[] = [listCampusRestaurants, listRestaurants, listUnrated, listUnratedOfCampus].map(
  row => row.path,
)

function restaurantInLists(queryClient: QueryClient, id: number): Restaurant | undefined {
  const answers = queryClient.getQueriesData<Restaurant[]>({
    predicate: query => lists.includes(query.queryKey[1]),
  })
  for (const [, list] of answers) {
    const found = list?.find(restaurant => restaurant.id === id)
    if (found) return found
  }
  return undefined
}

import { useQuery } from '@tanstack/react-query'
import { listFavorites } from '#contract/favorites.ts'
import type { Restaurant } from '#contract/restaurants.ts'
import { filterOf, type RestaurantFilters } from '#domain/restaurant-filters.ts'
import { sortRestaurants } from '#domain/restaurant-sort.ts'
import { matchesSearch } from '#domain/search.ts'
import { read } from '#web/api/queries.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import type { DepartmentAverages, OwnRatings } from '#web/features/rating/ratings-of.ts'
import { useOpenClock } from '#web/features/restaurant/open-now.tsx'
import type { ForYou } from '#web/features/taste/use-for-you.ts'
import { type ListSearch, sortOf } from './home-search.ts'

/** What the list shows: the matches, in order. A hook, so that the same list stays the same object. */
export function useInSight(
  restaurants: readonly Restaurant[] | undefined,
  text: string,
  { sort, order, average }: ListSearch,
  ownRatings: OwnRatings,
  averages: DepartmentAverages,
  filters: Required<RestaurantFilters>,
  forYou: ForYou,
): Restaurant[] {
  const { department } = useSignedIn()
  const favorites = useQuery({ ...read(listFavorites), enabled: filters.mine.includes('favorites') }).data
  const { stateOf } = useOpenClock()
  const favoriteIds = new Set(favorites?.map(({ restaurantId }) => restaurantId))
  const matches = filterOf(filters, {
    isOpen: times => ['open', 'closing'].includes(stateOf(times).state),
    isFavorite: id => favoriteIds.has(id),
    isRated: id => ownRatings.of(id) !== undefined,
  })
  // Sorted once, so that typing only looks through the names.
  const sorted = sortRestaurants(restaurants ?? [], sortOf({ sort, order, average }), (restaurant, kind) => {
    if (kind === 'expected') return forYou.placeOf(restaurant.id)?.expected
    if (kind === 'campus-average') return restaurant.avgRating
    if (kind === 'personal-average') return ownRatings.of(restaurant.id)?.value
    return averages.of(restaurant.id).find(item => item.department === department)?.averageRating
  })
  return sorted.filter(restaurant => matches(restaurant) && matchesSearch(restaurant, text))
}

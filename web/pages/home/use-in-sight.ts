import { useQuery } from '@tanstack/react-query'
import { listFavorites } from '#contract/favorites.ts'
import type { Restaurant } from '#contract/restaurants.ts'
import { filterOf, type RestaurantFilters } from '#domain/restaurant-filters.ts'
import { sortRestaurants } from '#domain/restaurant-sort.ts'
import { matchesSearch } from '#domain/search.ts'
import { read } from '#web/api/queries.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import type { Asked, DepartmentAverages, OwnRatings } from '#web/features/rating/ratings-of.ts'
import { useOpenClock } from '#web/features/restaurant/open-now.tsx'
import type { ForYou } from '#web/features/taste/use-for-you.ts'
import { type ListSearch, sortOf } from './home-search.ts'

interface InSight {
  /** What the list shows: the matches, in order; undefined while what the filters need isn't known. */
  matching: readonly Restaurant[] | undefined
  favorites: Asked
}

/** A hook, so that the same list stays the same object. */
export function useInSight(
  restaurants: readonly Restaurant[] | undefined,
  text: string,
  { sort, order, average }: ListSearch,
  ownRatings: OwnRatings,
  averages: DepartmentAverages,
  filters: Required<RestaurantFilters>,
  forYou: ForYou,
): InSight {
  const { department } = useSignedIn()
  const needsFavorites = filters.mine.includes('favorites')
  const favorites = useQuery({ ...read(listFavorites), enabled: needsFavorites })
  const { stateOf } = useOpenClock()
  const favoriteIds = new Set(favorites.data?.map(({ restaurantId }) => restaurantId))
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
  const isKnown = filters.mine.every(kind => (kind === 'favorites' ? favorites.data : ownRatings.isKnown))
  return {
    matching:
      restaurants && isKnown
        ? sorted.filter(restaurant => matches(restaurant) && matchesSearch(restaurant, text))
        : undefined,
    favorites: {
      isKnown: favorites.data !== undefined,
      error: needsFavorites ? favorites.error : null,
      retry: () => void favorites.refetch(),
    },
  }
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listFavorites } from '#contract/favorites.ts'
import type { Restaurant } from '#contract/restaurants.ts'
import { filterOf, type RestaurantFilters } from '#domain/restaurant-filters.ts'
import { sortRestaurants } from '#domain/restaurant-sort.ts'
import { matchesSearch } from '#domain/search.ts'
import { serverMessage } from '#web/api/call.ts'
import { read } from '#web/api/queries.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import type { Asked, DepartmentAverages, OwnRatings } from '#web/features/rating/ratings-of.ts'
import { useOpenClock } from '#web/features/restaurant/open-now.tsx'
import type { ForYou } from '#web/features/taste/use-for-you.ts'
import { describeFilters, type FilterSearch, filtersOf } from './home-filters.ts'
import { type ListSearch, sortOf } from './home-search.ts'

interface InSight {
  /** What the list shows: the matches, in order; undefined while what the filters need isn't known. */
  matching: readonly Restaurant[] | undefined
  /** What of this couldn't be had, and what is said of it. */
  failed: { text: string; retry: () => void } | undefined
}

/*
 * Hooks of one step each: what a hook returns stays the same object until what it is made of changes. Of steps in one function, with
 * other hooks between them, the compiler keeps nothing, and each key typed would sort the list and draw its cards anew.
 */

/** What the list is narrowed to, and the same in words. */
export function useFilters({ open, cuisine, price, within, diet, mine }: FilterSearch) {
  const { diets } = useSignedIn()
  const filters = filtersOf({ open, cuisine, price, within, diet, mine }, diets)
  return { filters, chosen: describeFilters(filters) }
}

export function useInSight(
  restaurants: readonly Restaurant[] | undefined,
  text: string,
  search: ListSearch,
  ownRatings: OwnRatings,
  averages: DepartmentAverages,
  filters: Required<RestaurantFilters>,
  forYou: ForYou,
): InSight {
  const needsFavorites = filters.mine.includes('favorites')
  // A heart given elsewhere draws nothing anew.
  const favorites = useQuery({ ...read(listFavorites), subscribed: needsFavorites })
  const { stateOf } = useOpenClock()
  const sorted = useSorted(restaurants, search, ownRatings, averages, forYou)
  const favoriteIds = new Set(favorites.data?.map(({ restaurantId }) => restaurantId))
  const matches = filterOf(filters, {
    isOpen: times => ['open', 'closing'].includes(stateOf(times).state),
    isFavorite: id => favoriteIds.has(id),
    isRated: id => ownRatings.of(id) !== undefined,
  })
  const isKnown = filters.mine.every(kind => (kind === 'favorites' ? favorites.data : ownRatings.isKnown))
  return {
    matching: isKnown
      ? sorted?.filter(restaurant => matches(restaurant) && matchesSearch(restaurant, text))
      : undefined,
    failed:
      failureOf(ownRatings, noRatings) ??
      failureOf(averages, noRatings) ??
      failureOf(
        {
          isKnown: favorites.data !== undefined,
          error: needsFavorites ? favorites.error : null,
          retry: () => void favorites.refetch(),
        },
        'Failed to fetch your favorites',
      ),
  }
}

const noRatings = 'Failed to fetch batched ratings data'

/** What is known from before stays, and that the connection is lost is said above. */
function failureOf({ isKnown, error, retry }: Asked, text: string): InSight['failed'] {
  if (!error || (error.isConnectionLoss && isKnown)) return undefined
  return { text: serverMessage(error) ?? text, retry }
}

/** So that typing only looks through the names. */
function useSorted(
  restaurants: readonly Restaurant[] | undefined,
  { sort, order, average }: ListSearch,
  ownRatings: OwnRatings,
  averages: DepartmentAverages,
  forYou: ForYou,
): readonly Restaurant[] | undefined {
  const { department } = useSignedIn()
  return (
    restaurants &&
    sortRestaurants(restaurants, sortOf({ sort, order, average }), (restaurant, kind) => {
      if (kind === 'expected') return forYou.placeOf(restaurant.id)?.expected
      if (kind === 'campus-average') return restaurant.avgRating
      if (kind === 'personal-average') return ownRatings.of(restaurant.id)?.value
      return averages.of(restaurant.id).find(item => item.department === department)?.averageRating
    })
  )
}

/** Without what somebody has hidden, unless they want to see it. */
export function useHiding(matching: readonly Restaurant[] | undefined, { isHidden }: ForYou) {
  const [showsHidden, setShowsHidden] = useState(false)
  const shown = matching?.filter(({ id }) => !isHidden(id))
  return {
    inSight: showsHidden ? matching : shown,
    hiddenCount: (matching?.length ?? 0) - (shown?.length ?? 0),
    showsHidden,
    setShowsHidden,
  }
}

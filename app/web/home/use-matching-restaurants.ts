import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { listFavoriteIds } from '#features/favorites/contract.ts'
import type { DepartmentAverages, OwnRatings, QueryState } from '#features/ratings/web/ratings-of.ts'
import type { Restaurant } from '#features/restaurants/contract.ts'
import { filterOf, type RestaurantFilters } from '#features/restaurants/restaurant-filters.ts'
import { type Sort, sortRestaurants } from '#features/restaurants/restaurant-sort.ts'
import { useOpenClock } from '#features/restaurants/web/open-now.tsx'
import type { ForYou } from '#features/taste/web/use-for-you.ts'
import { matchesSearch } from '#kit/rules/texts/search.ts'
import { serverMessage } from '#kit/web/api/call.ts'
import { read } from '#kit/web/api/queries.ts'
import { useParams } from '#kit/web/router/search-params.ts'
import { describeFilters, filterParams, filtersOf } from './home-filters.ts'
import { sortOf, sortParams } from './home-search.ts'

interface MatchingRestaurants {
  /** The matches, in order; undefined while data that the filters need is loading. */
  matching: readonly Restaurant[] | undefined
  /** The error message for data that failed to load, if any. */
  failed: { text: string; retry: () => void } | undefined
}

/*
 * One step per hook, so that each result stays the same object until its inputs change. In a single function with other
 * hooks between the steps, React Compiler would memoize nothing, and every key typed would sort and render the whole
 * list.
 */

/** The list's filters, and their description in words. */
export function useFilters() {
  const { diets } = useSignedIn()
  const filters = filtersOf(useParams(filterParams), diets)
  return { filters, chosen: describeFilters(filters) }
}

export const useSort = () => sortOf(useParams(sortParams))

export function useMatchingRestaurants(
  restaurants: readonly Restaurant[] | undefined,
  text: string,
  sort: Sort,
  ownRatings: OwnRatings,
  averages: DepartmentAverages,
  filters: Required<RestaurantFilters>,
  forYou: ForYou,
): MatchingRestaurants {
  const needsFavorites = filters.mine.includes('favorites')
  // Not subscribed unless needed, so that a favorite added elsewhere causes no render here.
  const favorites = useQuery({ ...read(listFavoriteIds), subscribed: needsFavorites })
  const { stateOf } = useOpenClock()
  const sorted = useSorted(restaurants, sort, ownRatings, averages, forYou)
  const favoriteIds = new Set(favorites.data)
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

/** No error if the connection is lost but data was loaded before: another notice on the page reports the connection. */
function failureOf({ isKnown, error, retry }: QueryState, text: string): MatchingRestaurants['failed'] {
  if (!error || (error.isConnectionLoss && isKnown)) return undefined
  return { text: serverMessage(error) ?? text, retry }
}

/** A hook of its own, so that typing in the search box doesn't sort again. */
function useSorted(
  restaurants: readonly Restaurant[] | undefined,
  sort: Sort,
  ownRatings: OwnRatings,
  averages: DepartmentAverages,
  forYou: ForYou,
): readonly Restaurant[] | undefined {
  const { department } = useSignedIn()
  return (
    restaurants &&
    sortRestaurants(restaurants, sort, (restaurant, kind) => {
      if (kind === 'expected') return forYou.placeOf(restaurant.id)?.expected
      if (kind === 'campus-average') return restaurant.avgRating
      if (kind === 'personal-average') return ownRatings.of(restaurant.id)?.value
      return averages.of(restaurant.id).find(item => item.department === department)?.averageRating
    })
  )
}

/** Leaves out the restaurants the viewer has hidden, unless they are to be shown. */
export function useHiddenFilter(matching: readonly Restaurant[] | undefined, { isHidden }: ForYou) {
  const [showsHidden, setShowsHidden] = useState(false)
  const shown = matching?.filter(({ id }) => !isHidden(id))
  return {
    visible: showsHidden ? matching : shown,
    hiddenCount: (matching?.length ?? 0) - (shown?.length ?? 0),
    showsHidden,
    setShowsHidden,
  }
}

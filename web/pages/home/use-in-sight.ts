import type { Restaurant } from '#contract/restaurants.ts'
import { sortRestaurants } from '#domain/restaurant-sort.ts'
import { matchesSearch } from '#domain/search.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import type { RatingsOf } from '#web/features/rating/ratings-of.ts'
import { type HomeSearch, sortOf } from './home-search.ts'

/** What the list shows: the matches, in order. A hook, so that the same list stays the same object. */
export function useInSight(
  restaurants: readonly Restaurant[] | undefined,
  text: string,
  { sort, order, average }: HomeSearch,
  ratings: RatingsOf,
): Restaurant[] {
  const { department } = useSignedIn()
  return sortRestaurants(
    (restaurants ?? []).filter(restaurant => matchesSearch(restaurant, text)),
    sortOf({ sort, order, average }),
    (restaurant, kind) => {
      if (kind === 'campus-average') return restaurant.avgRating
      if (kind === 'personal-average') return ratings.own(restaurant.id)?.value
      return ratings.departments(restaurant.id).find(item => item.department === department)?.averageRating
    },
  )
}

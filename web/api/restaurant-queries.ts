import { listAllRatings } from '#contract/admin-ratings.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { listFavorites } from '#contract/favorites.ts'
import {
  batchRatings,
  getAverage,
  getDepartmentStats,
  getUserRating,
  listAverages,
  listOwnRatings,
  listReviews,
  listUserRatings,
} from '#contract/ratings.ts'
import {
  getRestaurant,
  listCampusRestaurants,
  listRestaurants,
  listUnrated,
  listUnratedOfCampus,
} from '#contract/restaurants.ts'
import { getForYou } from '#contract/taste.ts'
import { listTrash } from '#contract/trash.ts'
import { listVisits, listVisitsToRate } from '#contract/visits.ts'
import { readPage } from './queries.ts'

/** How many restaurants an action on all of them, or on those of a campus, would affect. */
export const restaurantCount = (campusCode: string | undefined) => ({
  ...readPage(listRestaurants, { query: { ...(campusCode && { campusCode }), limit: '1' } }),
  select: ({ total }: { total: number }) => total,
  staleTime: 0,
})

/** Invalidated when a rating or restaurant changes: every response that contains a restaurant or its ratings. */
export const restaurantQueries: readonly Endpoint[] = [
  listRestaurants,
  listCampusRestaurants,
  getRestaurant,
  listUnrated,
  listUnratedOfCampus,
  batchRatings,
  listAverages,
  getAverage,
  listReviews,
  getUserRating,
  getDepartmentStats,
  listOwnRatings,
  listUserRatings,
  listFavorites,
  listAllRatings,
  listTrash,
  getForYou,
  listVisits,
  listVisitsToRate,
]

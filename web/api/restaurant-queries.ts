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

import {
  getRestaurant,
  listCampusRestaurants,
  listRestaurants,
  type Restaurant,
} from '#features/restaurants/contract.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { averageAfter } from '#kit/rules/stars.ts'
import { type Patch, patchCached } from '#kit/web/api/patch-cached.ts'
import { batchRatings, listUserRatings, type Rating } from '../contract.ts'

type Batch = Reply<typeof batchRatings>

/** Shows a rating everywhere before the server has responded. */
export function ratingPatches(rating: Rating, before: Rating | null, department: string): Patch[] {
  const id = rating.restaurantId
  const change = (restaurant: Restaurant) =>
    restaurant.id === id ? rated(restaurant, before, rating) : restaurant
  return [
    patchCached(listCampusRestaurants, list => list.map(change)),
    patchCached(listRestaurants, list => list.map(change)),
    patchCached(getRestaurant, change),
    patchCached(listUserRatings, list => [...list.filter(item => item.restaurantId !== id), rating]),
    patchCached(batchRatings, reply => ratedBatch(reply, before, rating, department)),
  ]
}

function rated(restaurant: Restaurant, before: Rating | null, rating: Rating): Restaurant {
  const shown = { average: restaurant.avgRating, count: restaurant.ratingCount }
  const { average, count } = averageAfter(shown, before?.value ?? null, rating.value)
  return { ...restaurant, avgRating: average, ratingCount: count }
}

export function ratedBatch(reply: Batch, before: Rating | null, rating: Rating, department: string): Batch {
  const id = rating.restaurantId
  const valueBefore = before?.value ?? null
  const all = averageAfter(
    { average: reply.averageRatings[id] ?? null, count: reply.ratingCounts[id] ?? 0 },
    valueBefore,
    rating.value,
  )
  const departments = reply.ratingsByDepartment[id] ?? []
  const mine = departments.find(item => item.department === department)
  const ours = averageAfter(
    { average: mine?.averageRating ?? null, count: mine?.ratingCount ?? 0 },
    mine ? valueBefore : null,
    rating.value,
  )
  return {
    averageRatings: { ...reply.averageRatings, [id]: all.average ?? rating.value },
    ratingCounts: { ...reply.ratingCounts, [id]: all.count },
    userRatings: { ...reply.userRatings, [id]: rating },
    ratingsByDepartment: {
      ...reply.ratingsByDepartment,
      [id]: [
        ...departments.filter(item => item !== mine),
        { department, averageRating: ours.average ?? rating.value, ratingCount: ours.count },
      ],
    },
  }
}

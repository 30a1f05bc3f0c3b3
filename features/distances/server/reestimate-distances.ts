import { estimateTravel, type Point } from '#kit/rules/distance.ts'
import { locked } from '#kit/server/database/locks.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { saveTravels } from './travels-store.ts'

/** Estimates the distances from a campus that has moved, except those that were measured or typed. Returns whose. */
export async function reestimateDistances(
  tx: Db,
  campus: Row<'campuses'>,
  updatedAt: string,
): Promise<number[]> {
  const restaurants = await tx
    .selectFrom('restaurants')
    .select(['id', 'latitude', 'longitude'])
    .where('campusCode', '=', campus.code)
    .where('distanceIsEstimated', '=', true)
    .where('latitude', 'is not', null)
    .where('longitude', 'is not', null)
    .orderBy('id')
    .$narrowType<Point>()
    .$call(locked(tx))
    .execute()
  const travels = restaurants.map(restaurant => ({ ...restaurant, ...estimateTravel(campus, restaurant) }))
  await saveTravels(tx, travels, { areEstimated: true, updatedAt })
  return travels.map(({ id }) => id)
}

import { invalidCampus } from '#features/campuses/server/campuses-store.ts'
import { greatCircleMiles, pointOf } from '#kit/rules/distance.ts'
import { find, list } from '#kit/server/database/rows.ts'
import type { Deps } from '#kit/server/deps.ts'
import type { Overpass } from './overpass.ts'
import { matcherOf, type PlaceDetails, placeDetailsOf } from './read-osm.ts'

export type Around = { campusCode: string; radius: number }

interface Surroundings {
  /** Nearest first. */
  places: { details: PlaceDetails; distance: number }[]
  /** Finds the restaurant that a place most likely is. */
  findMatch: ReturnType<typeof matcherOf>
}

/** Fetches OpenStreetMap's places around a campus. */
export async function findPlacesAround(
  { db }: Pick<Deps, 'db'>,
  overpass: Overpass,
  { campusCode, radius }: Around,
): Promise<Surroundings> {
  const campus = await find(db, 'campuses', { code: campusCode })
  if (!campus) throw invalidCampus()
  const elements = await overpass.around(campus, radius)
  const places = elements
    .flatMap(element => placeDetailsOf(element) ?? [])
    .map(details => ({ details, distance: Math.round(greatCircleMiles(campus, details) * 10) / 10 }))
    .sort((a, b) => a.distance - b.distance)
  const restaurants = await list(db, 'restaurants', { campusCode }, { order: ['id'] })
  // The request does not cover restaurants outside the radius: assume that OpenStreetMap still has them.
  const outside = restaurants.filter(restaurant => {
    const point = pointOf(restaurant)
    return point === null || greatCircleMiles(campus, point) > radius
  })
  const present = new Set(
    [...places.map(({ details }) => details), ...outside].flatMap(({ osmId }) => osmId ?? []),
  )
  return { places, findMatch: matcherOf(restaurants, present) }
}

import type { Reply } from '#contract/endpoint.ts'
import { type searchYelp, YelpRestaurant } from '#contract/yelp.ts'
import { findCampusByCode } from '#server/data/campuses-store.ts'
import { listPlaces } from '#server/data/restaurants-store.ts'
import type { Deps } from '#server/deps.ts'
import { invalidCampus } from '#server/http/errors.ts'
import type { Yelp } from '#server/integrations/yelp.ts'
import { keysOf } from '../duplicates.ts'
import { toSearchResult } from './read-business.ts'

/** Searches Yelp around a campus and marks the restaurants that the campus already has. */
export async function searchAroundCampus(
  { db }: Deps,
  yelp: Yelp,
  { campusCode, radius }: { campusCode: string; radius: number },
): Promise<Reply<typeof searchYelp>> {
  const campus = await findCampusByCode(db, campusCode)
  if (!campus) throw invalidCampus()
  const { businesses, total } = await yelp.search(campus, radius)
  const present = new Set((await listPlaces(db, [campusCode])).flatMap(keysOf))
  const restaurants = businesses
    // A business with an id that our API would reject could not be imported.
    .filter(({ id }) => YelpRestaurant.shape.id.safeParse(id).success)
    .map(business => {
      const result = toSearchResult(business, yelp.url)
      const alreadyImported = keysOf({ ...result, yelpId: result.id }).some(key => present.has(key))
      return { ...result, alreadyImported }
    })
  return { restaurants, total: Math.round(total) }
}

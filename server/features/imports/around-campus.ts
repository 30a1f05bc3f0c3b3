import { greatCircleMiles } from '#domain/distance.ts'
import { findCampusByCode } from '#server/data/campuses-store.ts'
import type { Deps } from '#server/deps.ts'
import { invalidCampus } from '#server/http/errors.ts'
import type { Overpass } from '#server/integrations/overpass.ts'
import type { Facts } from './import-from-osm.ts'
import { factsOf } from './read-osm.ts'

export type Around = { campusCode: string; radius: number }

/** What OpenStreetMap knows around a campus, nearest first. */
export async function placesAround(
  { db }: Pick<Deps, 'db'>,
  overpass: Overpass,
  { campusCode, radius }: Around,
): Promise<{ facts: Facts; distance: number }[]> {
  const campus = await findCampusByCode(db, campusCode)
  if (!campus) throw invalidCampus()
  const elements = await overpass.around(campus, radius)
  return elements
    .flatMap(element => factsOf(element) ?? [])
    .map(facts => ({ facts, distance: Math.round(greatCircleMiles(campus, facts) * 10) / 10 }))
    .sort((a, b) => a.distance - b.distance)
}

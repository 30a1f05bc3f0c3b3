import { isTooFar, type Point } from '#domain/distance.ts'
import { days } from '#domain/units.ts'
import type { Db } from '#server/database/schema.ts'

export type Place = { campusCode: string; address: string }

/** How long it is believed that there is no such address. */
const absenceLasts = 7 * days

/** Where an address is, as far as it was asked for already; 'nowhere' when there was no such address lately. */
export async function findGeocode(db: Db, place: Place, now: Date): Promise<Point | 'nowhere' | undefined> {
  const row = await db
    .selectFrom('geocodes')
    .selectAll()
    .where('campusCode', '=', place.campusCode)
    .where('address', '=', normalizedAddress(place.address))
    .executeTakeFirst()
  if (!row) return undefined
  const { latitude, longitude } = row
  if (latitude !== null && longitude !== null) return { latitude, longitude }
  const age = now.getTime() - Date.parse(row.askedAt)
  return age >= 0 && age < absenceLasts ? 'nowhere' : undefined
}

/** Coordinates for a restaurant that comes to an address: those that were found for it near its campus, or none. */
export async function pointToKeep(
  db: Db,
  place: Place & { campus: Point },
  now: Date,
): Promise<Point | { latitude: null; longitude: null }> {
  const found = await findGeocode(db, place, now)
  const isUsable = found && found !== 'nowhere' && !isTooFar(place.campus, found)
  return isUsable ? found : { latitude: null, longitude: null }
}

export async function keepGeocode(db: Db, place: Place, point: Point | null, now: Date): Promise<void> {
  const found = {
    latitude: point?.latitude ?? null,
    longitude: point?.longitude ?? null,
    askedAt: now.toISOString(),
  }
  await db
    .insertInto('geocodes')
    .values({ campusCode: place.campusCode, address: normalizedAddress(place.address), ...found })
    .onConflict(conflict => conflict.columns(['campusCode', 'address']).doUpdateSet(found))
    .execute()
}

/** The same for two spellings that differ in case, spaces or commas only. */
export const normalizedAddress = (address: string): string =>
  address
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s,]+/g, ' ')
    .trim()

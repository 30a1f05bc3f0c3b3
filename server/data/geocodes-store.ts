import { isTooFar, type Point } from '#domain/distance.ts'
import { days } from '#domain/units.ts'
import type { Db } from '#server/database/schema.ts'

export type Place = { campusCode: string; address: string }

/** How long an address that was not found is assumed not to exist. */
const absenceLasts = 7 * days

/** The cached position of an address; 'nowhere' if a recent lookup did not find it, undefined if it is unknown. */
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

/** Coordinates for a restaurant with a new address: the cached ones if they are near its campus, otherwise nulls. */
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

/** Maps spellings that differ only in case, spaces or commas to the same text. */
export const normalizedAddress = (address: string): string =>
  address
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s,]+/g, ' ')
    .trim()

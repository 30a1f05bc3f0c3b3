import { type Point, pointOf } from '#domain/distance.ts'
import { plainForms } from '#domain/plain-forms.ts'
import { onlyVisible } from '#domain/text.ts'
import { days } from '#domain/units.ts'
import type { Db } from '#server/database/schema.ts'

export type Place = { campusCode: string; address: string }

/** How long an address that was not found is assumed not to exist. */
const notFoundTtl = 7 * days

/** What a geocoder found for an address; `point` is null if it found nothing. */
type Geocode = { point: Point | null; geocoder: string | null }

/** The cached result for an address; undefined if there is none, or if the address was not found too long ago. */
export async function findGeocode(db: Db, place: Place, now: Date): Promise<Geocode | undefined> {
  const row = await db
    .selectFrom('geocodes')
    .selectAll()
    .where('campusCode', '=', place.campusCode)
    .where('address', '=', normalizedAddress(place.address))
    .executeTakeFirst()
  if (!row) return undefined
  const { geocoder } = row
  const point = pointOf(row)
  if (point) return { point, geocoder }
  const age = now.getTime() - Date.parse(row.askedAt)
  return age >= 0 && age < notFoundTtl ? { point: null, geocoder } : undefined
}

export async function saveGeocode(
  db: Db,
  place: Place,
  { point, geocoder }: Geocode,
  now: Date,
): Promise<void> {
  const found = {
    latitude: point?.latitude ?? null,
    longitude: point?.longitude ?? null,
    askedAt: now.toISOString(),
    geocoder,
  }
  await db
    .insertInto('geocodes')
    .values({ campusCode: place.campusCode, address: normalizedAddress(place.address), ...found })
    .onConflict(conflict => conflict.columns(['campusCode', 'address']).doUpdateSet(found))
    .execute()
}

/** Maps spellings that differ only in case, spaces or commas to the same text. */
export const normalizedAddress = (address: string): string =>
  plainForms(onlyVisible(address))
    .toLowerCase()
    .replaceAll(/[\s,]+/g, ' ')
    .trim()

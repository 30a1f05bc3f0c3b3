import { type Point, pointOf } from '#kit/rules/distance.ts'
import { plainForms } from '#kit/rules/texts/plain-forms.ts'
import { onlyVisible } from '#kit/rules/texts/text.ts'
import { days } from '#kit/rules/units.ts'
import { partsOf } from '#kit/server/database/batches.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import type { Db } from '#kit/server/database/schema.ts'

export type Place = { campusCode: string; address: string }

/** How long an address that was not found is assumed not to exist. */
const notFoundTtl = 7 * days

/** What a geocoder found for an address; `point` is null if it found nothing. */
type Geocode = { point: Point | null; geocoder: string | null }

/** The cached result for each place; undefined if there is none, or if the address was not found too long ago. */
export async function findGeocodes(db: Db, places: Place[], now: Date): Promise<(Geocode | undefined)[]> {
  const addresses = places.map(({ address }) => normalizedAddress(address))
  const rows = await db
    .selectFrom('geocodes')
    .selectAll()
    .where(indexedIn(db, 'campusCode', [...new Set(places.map(({ campusCode }) => campusCode))]))
    .where(indexedIn(db, 'address', [...new Set(addresses)]))
    .execute()
  const found = new Map(rows.map(row => [keyOf(row.campusCode, row.address), row]))
  return places.map(({ campusCode }, index) => {
    const row = found.get(keyOf(campusCode, addresses[index] ?? ''))
    if (!row) return undefined
    const { geocoder } = row
    const point = pointOf(row)
    if (point) return { point, geocoder }
    const age = now.getTime() - Date.parse(row.askedAt)
    return age >= 0 && age < notFoundTtl ? { point: null, geocoder } : undefined
  })
}

export async function saveGeocodes(db: Db, geocodes: (Place & Geocode)[], now: Date): Promise<void> {
  const askedAt = now.toISOString()
  const rows = geocodes.map(({ campusCode, address, point, geocoder }) => {
    const { latitude = null, longitude = null } = point ?? {}
    return { campusCode, address: normalizedAddress(address), latitude, longitude, askedAt, geocoder }
  })
  // One statement can't write a row twice.
  const distinct = new Map(rows.map(row => [keyOf(row.campusCode, row.address), row]))
  for await (const some of partsOf([...distinct.values()]))
    await db
      .insertInto('geocodes')
      .values(some)
      .onConflict(conflict =>
        conflict.columns(['campusCode', 'address']).doUpdateSet(eb => ({
          latitude: eb.ref('excluded.latitude'),
          longitude: eb.ref('excluded.longitude'),
          askedAt: eb.ref('excluded.askedAt'),
          geocoder: eb.ref('excluded.geocoder'),
        })),
      )
      .execute()
}

const keyOf = (campusCode: string, address: string) => JSON.stringify([campusCode, address])

/** Maps spellings that differ only in case, spaces or commas to the same text. */
export const normalizedAddress = (address: string): string =>
  plainForms(onlyVisible(address))
    .toLowerCase()
    .replaceAll(/[\s,]+/g, ' ')
    .trim()

import { isTooFar } from '#features/campuses/reach.ts'
import { type Point, pointOf } from '#kit/rules/distance.ts'
import { plainForms } from '#kit/rules/texts/plain-forms.ts'
import { onlyVisible } from '#kit/rules/texts/text.ts'
import { days } from '#kit/rules/units.ts'
import { partsOf } from '#kit/server/database/batches.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'

type Wanted = { address: string; campus: { code: string } & Point }
type LocateDeps = Pick<Deps, 'now' | 'geocoder'> & { db: Db }

/** 'nowhere': no such address exists; 'too far': the only match is too far away; undefined: not looked up yet. */
export type LocateResult = Point | 'nowhere' | 'too far' | undefined

/** The stored results of earlier lookups, without addresses that were not found too long ago. */
export async function findStoredLocations(
  { db, now, geocoder }: LocateDeps,
  wanted: Wanted[],
): Promise<LocateResult[]> {
  const addresses = wanted.map(({ address }) => normalizedAddress(address))
  const rows = await db
    .selectFrom('geocodes')
    .selectAll()
    .where(indexedIn(db, 'campusCode', [...new Set(wanted.map(({ campus }) => campus.code))]))
    .where(indexedIn(db, 'address', [...new Set(addresses)]))
    .execute()
  const stored = new Map(rows.map(row => [keyOf(row.campusCode, row.address), row]))
  return wanted.map(({ campus }, index) => {
    const row = stored.get(keyOf(campus.code, addresses[index] ?? ''))
    if (!row) return undefined
    const point = pointOf(row)
    const age = now().getTime() - Date.parse(row.askedAt)
    if (point === null && (age < 0 || age >= notFoundTtl)) return undefined
    const result = toResult(point, campus)
    // Another geocoder, or one that is turned on later, may know the address.
    const isFinal = geocoder ? row.geocoder === geocoder.name : result === 'too far'
    return typeof result === 'object' || isFinal ? result : undefined
  })
}

/** Locates an address, and stores the result for later lookups. Must not be called within a transaction. */
export async function locate(
  deps: LocateDeps,
  requested: Wanted,
  signal?: AbortSignal,
): Promise<LocateResult> {
  const { db, now, geocoder } = deps
  const [known] = await findStoredLocations(deps, [requested])
  if (known !== undefined || !geocoder) return known
  const { address, campus } = requested
  const point = await geocoder.locate({ address, near: campus }, signal)
  const geocode = { campusCode: campus.code, address, point, geocoder: geocoder.name }
  await saveGeocodes(db, [geocode], now())
  return toResult(point, campus)
}

const toResult = (found: Point | null, campus: Point): Exclude<LocateResult, undefined> =>
  found === null ? 'nowhere' : isTooFar(campus, found) ? 'too far' : found

/** How long an address that was not found is assumed not to exist. */
const notFoundTtl = 7 * days

/** What a geocoder found for an address near a campus; `point` is null if it found nothing. */
type Geocode = { campusCode: string; address: string; point: Point | null; geocoder: string | null }

export async function saveGeocodes(db: Db, geocodes: Geocode[], now: Date): Promise<void> {
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

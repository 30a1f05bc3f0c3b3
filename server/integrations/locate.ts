import { isTooFar, type Point } from '#domain/distance.ts'
import { findGeocode, saveGeocode } from '#server/data/geocodes-store.ts'
import type { Db } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'

type Wanted = { address: string; campus: { code: string } & Point }
type LocateDeps = Pick<Deps, 'now' | 'geocoder'> & { db: Db }

/** 'nowhere': no such address exists; 'too far': the only match is too far away; undefined: not looked up yet. */
export type LocateResult = Point | 'nowhere' | 'too far' | undefined

/** The stored result of an earlier lookup. */
export async function findStoredLocation(
  { db, now, geocoder }: LocateDeps,
  { address, campus }: Wanted,
): Promise<LocateResult> {
  const stored = await findGeocode(db, { campusCode: campus.code, address }, now())
  if (stored === undefined) return undefined
  const result = toResult(stored.point, campus)
  // Another geocoder, or one that is turned on later, may know the address.
  const isFinal = geocoder ? stored.geocoder === geocoder.name : result === 'too far'
  return typeof result === 'object' || isFinal ? result : undefined
}

/** Locates an address, and stores the result for later lookups. Must not be called within a transaction. */
export async function locate(
  deps: LocateDeps,
  requested: Wanted,
  signal?: AbortSignal,
): Promise<LocateResult> {
  const { db, now, geocoder } = deps
  const known = await findStoredLocation(deps, requested)
  if (known !== undefined || !geocoder) return known
  const { address, campus } = requested
  const point = await geocoder.locate({ address, near: campus }, signal)
  await saveGeocode(db, { campusCode: campus.code, address }, { point, geocoder: geocoder.name }, now())
  return toResult(point, campus)
}

const toResult = (found: Point | null, campus: Point): Exclude<LocateResult, undefined> =>
  found === null ? 'nowhere' : isTooFar(campus, found) ? 'too far' : found

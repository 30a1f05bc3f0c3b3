import { isTooFar, type Point } from '#domain/distance.ts'
import { findGeocode, keepGeocode } from '#server/data/geocodes-store.ts'
import type { Db } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'

type Wanted = { address: string; campus: { code: string } & Point }
type LocateDeps = Pick<Deps, 'now' | 'geocoder'> & { db: Db }

/** 'nowhere': no such address exists; 'too far': the only match is too far away; undefined: not looked up yet. */
export type Whereabouts = Point | 'nowhere' | 'too far' | undefined

/** The stored result of an earlier lookup. */
export async function findWhereabouts(
  { db, now, geocoder }: LocateDeps,
  { address, campus }: Wanted,
): Promise<Whereabouts> {
  const kept = await findGeocode(db, { campusCode: campus.code, address }, now())
  if (kept === undefined) return undefined
  const where = judge(kept.point, campus)
  // Another geocoder, or one that is turned on later, may know the address.
  const isFinal = geocoder ? kept.geocoder === geocoder.name : where === 'too far'
  return typeof where === 'object' || isFinal ? where : undefined
}

/** Locates an address, and stores the result for later lookups. Must not be called within a transaction. */
export async function locate(deps: LocateDeps, wanted: Wanted, signal?: AbortSignal): Promise<Whereabouts> {
  const { db, now, geocoder } = deps
  const known = await findWhereabouts(deps, wanted)
  if (known !== undefined || !geocoder) return known
  const { address, campus } = wanted
  const point = await geocoder.locate({ address, near: campus }, signal)
  await keepGeocode(db, { campusCode: campus.code, address }, { point, geocoder: geocoder.name }, now())
  return judge(point, campus)
}

const judge = (found: Point | null, campus: Point): Exclude<Whereabouts, undefined> =>
  found === null ? 'nowhere' : isTooFar(campus, found) ? 'too far' : found

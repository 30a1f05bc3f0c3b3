import { isTooFar, type Point } from '#kit/rules/distance.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { findGeocodes, saveGeocodes } from './geocodes-store.ts'

type Wanted = { address: string; campus: { code: string } & Point }
type LocateDeps = Pick<Deps, 'now' | 'geocoder'> & { db: Db }

/** 'nowhere': no such address exists; 'too far': the only match is too far away; undefined: not looked up yet. */
export type LocateResult = Point | 'nowhere' | 'too far' | undefined

/** The stored results of earlier lookups. */
export async function findStoredLocations(
  { db, now, geocoder }: LocateDeps,
  wanted: Wanted[],
): Promise<LocateResult[]> {
  const places = wanted.map(({ address, campus }) => ({ campusCode: campus.code, address }))
  const geocodes = await findGeocodes(db, places, now())
  return wanted.map(({ campus }, index) => {
    const stored = geocodes[index]
    if (stored === undefined) return undefined
    const result = toResult(stored.point, campus)
    // Another geocoder, or one that is turned on later, may know the address.
    const isFinal = geocoder ? stored.geocoder === geocoder.name : result === 'too far'
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

import type { Point } from '#domain/distance.ts'
import { findGeocode, keepGeocode } from '#server/data/geocodes-store.ts'
import type { Deps } from '#server/deps.ts'
import { isRejected, type Mapbox } from '#server/integrations/mapbox.ts'

type Wanted = { address: string; campus: { code: string } & Point }
type LocateDeps = Pick<Deps, 'db' | 'now' | 'mapbox'>

/**
 * Where an address is, or null where there is no such address. Nothing is asked twice; undefined: it isn't known, and
 * there is no service to ask.
 */
export async function locate(
  { db, now, mapbox }: LocateDeps,
  { address, campus }: Wanted,
  signal?: AbortSignal,
): Promise<Point | null | undefined> {
  const place = { campusCode: campus.code, address }
  const kept = await findGeocode(db, place, now())
  if (kept === 'nowhere') return mapbox ? null : undefined
  if (kept || !mapbox) return kept
  const found = await geocode(mapbox, { address, campus }, signal)
  await keepGeocode(db, place, found, now())
  return found
}

async function geocode(
  mapbox: Mapbox,
  { address, campus }: Wanted,
  signal: AbortSignal | undefined,
): Promise<Point | null> {
  try {
    return await mapbox.geocode(address, campus, signal)
  } catch (error) {
    if (isRejected(error)) return null
    throw error
  }
}

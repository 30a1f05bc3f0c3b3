import { pointOf } from '#domain/distance.ts'
import { lockRun, type Run, saveProgress } from '#server/data/distance-runs-store.ts'
import { saveGeocode } from '#server/data/geocodes-store.ts'
import type { Db } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Geocoder } from '#server/integrations/geocoder.ts'
import { findStoredLocation } from '#server/integrations/locate.ts'
import { ServiceError } from '#server/integrations/service-error.ts'
import type { Lease } from '#server/jobs/lease.ts'
import type { RestaurantWithCampus } from './measure.ts'
import { retryRateLimited } from './retry-rate-limited.ts'
import { findWithCampuses } from './with-campuses.ts'

type LocateDeps = Pick<Deps, 'db' | 'now'> & { geocoder: Geocoder }

/**
 * Geocodes as many addresses of a run as one request may hold, and stores the results by address, so that none is
 * asked for again even if this process dies. Restaurants get their positions later, together with their distances.
 */
export async function locateNext(deps: LocateDeps, run: Run, lease: Lease): Promise<void> {
  const { db, now, geocoder } = deps
  const next = run.toLocate.slice(0, geocoder.maxBatchSize)
  const unknown = await notYetGeocoded(deps, next)
  const results = await geocodeAll(geocoder, unknown, lease.signal)
  lease.signal.throwIfAborted()
  await db.transaction().execute(async tx => {
    await lease.requireHeld(tx)
    const current = await lockRun(tx, run.id)
    if (!current) return
    const failed = new Map<number, ServiceError>()
    for (const [index, { row, campus }] of unknown.entries()) {
      const reply = results[index] ?? null
      const place = { campusCode: campus.code, address: row.address }
      if (reply instanceof ServiceError) failed.set(row.id, reply)
      else await saveGeocode(tx, place, { point: reply, geocoder: geocoder.name }, now())
    }
    let toLocate = current.toLocate.filter(id => !next.includes(id))
    // Further requests with a rejected key or beyond a limit would only make it worse.
    const trouble = [...failed.values()].find(isLasting)
    if (trouble) {
      for (const { row } of await notYetGeocoded({ ...deps, db: tx }, toLocate)) failed.set(row.id, trouble)
      toLocate = []
    }
    const rows = [...(await findWithCampuses(tx, [...failed.keys()])).values()].map(({ row }) => row)
    const failures = rows.map(({ id, name, address }) => ({
      restaurantId: id,
      name,
      address,
      message: failed.get(id)?.message ?? '',
    }))
    const remaining = current.remaining.filter(id => !failed.has(id))
    await saveProgress(
      tx,
      { id: run.id, remaining, toLocate, failures: [...current.failures, ...failures] },
      now().toISOString(),
    )
  })
}

const isLasting = ({ failure }: ServiceError) =>
  ['key refused', 'limit reached', 'untrusted'].includes(failure)

/** The restaurants that have no position and no recent geocoding result for their address. */
async function notYetGeocoded(
  deps: Pick<Deps, 'now' | 'geocoder'> & { db: Db },
  ids: number[],
): Promise<RestaurantWithCampus[]> {
  const unknown: RestaurantWithCampus[] = []
  for (const near of (await findWithCampuses(deps.db, ids)).values()) {
    const { row, campus } = near
    if (pointOf(row)) continue
    if ((await findStoredLocation(deps, { address: row.address, campus })) === undefined) unknown.push(near)
  }
  return unknown
}

async function geocodeAll(geocoder: Geocoder, unknown: RestaurantWithCampus[], signal: AbortSignal) {
  const requested = unknown.map(({ row, campus }) => ({ address: row.address, near: campus }))
  if (requested.length === 0) return []
  try {
    return await retryRateLimited(() => geocoder.locateMany(requested, signal), signal)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return requested.map(() => error)
  }
}

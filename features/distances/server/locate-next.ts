import type { Geocoder } from '#features/geocoding/server/geocoder.ts'
import { saveGeocodes } from '#features/geocoding/server/locate.ts'
import { partsOf } from '#kit/server/database/batches.ts'
import { list } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import type { Lease } from '#kit/server/jobs/lease.ts'
import { ServiceError } from '#kit/server/outbound/service-error.ts'
import type { DistanceFailure } from '../contract.ts'
import { lockRun, type Run, saveProgress } from './distance-runs-store.ts'
import { findPositions, findWithCampuses, pieceSize, type RestaurantWithCampus } from './measure.ts'
import { retryRateLimited } from './retry-rate-limited.ts'

type LocateDeps = Pick<Deps, 'db' | 'now'> & { geocoder: Geocoder }

/**
 * Geocodes as many addresses of a run as one request may hold, passing over those that need none, and stores the results
 * by address, so that none is asked for again even if this process dies. Restaurants get their positions later, together
 * with their distances.
 */
export async function locateNext(deps: LocateDeps, run: Run, lease: Lease): Promise<void> {
  const { db, now, geocoder } = deps
  const piece = run.toLocate.slice(0, pieceSize)
  const unknown = (await notYetGeocoded(deps, piece)).slice(0, geocoder.maxBatchSize)
  const last = unknown.length < geocoder.maxBatchSize ? undefined : unknown.at(-1)?.row.id
  const next = new Set(last === undefined ? piece : piece.slice(0, piece.indexOf(last) + 1))
  const results = await geocodeAll(geocoder, unknown, lease.signal)
  lease.signal.throwIfAborted()
  await db.transaction().execute(async tx => {
    await lease.requireHeld(tx)
    const current = await lockRun(tx, run.id)
    if (!current) return
    const failed = new Map<number, ServiceError>()
    const found: Parameters<typeof saveGeocodes>[1] = []
    for (const [index, { row, campus }] of unknown.entries()) {
      const reply = results[index] ?? null
      if (reply instanceof ServiceError) failed.set(row.id, reply)
      else
        found.push({
          campusCode: campus.code,
          address: row.address,
          point: reply,
          geocoder: geocoder.name,
        })
    }
    await saveGeocodes(tx, found, now())
    let toLocate = current.toLocate.filter(id => !next.has(id))
    // Further requests with a rejected key or beyond a limit would only make it worse.
    const trouble = [...failed.values()].find(isLasting)
    if (trouble) {
      for await (const ids of partsOf(toLocate, pieceSize))
        for (const { row } of await notYetGeocoded({ ...deps, db: tx }, ids)) failed.set(row.id, trouble)
      toLocate = []
    }
    const failures: DistanceFailure[] = []
    for await (const ids of partsOf([...failed.keys()], pieceSize))
      for (const { id, name, address } of await list(tx, 'restaurants', { id: ids }))
        failures.push({ restaurantId: id, name, address, message: failed.get(id)?.message ?? '' })
    const remaining = current.remaining.filter(id => !failed.has(id))
    const time = now().toISOString()
    await saveProgress(tx, { id: run.id, remaining, toLocate }, { failed: failures, time })
  })
}

const isLasting = ({ failure }: ServiceError) =>
  ['key refused', 'limit reached', 'untrusted'].includes(failure)

/** The restaurants that have no position and no recent geocoding result for their address. */
async function notYetGeocoded(
  deps: Pick<Deps, 'now' | 'geocoder'> & { db: Db },
  ids: number[],
): Promise<RestaurantWithCampus[]> {
  const found = await findWithCampuses(deps.db, ids)
  const present = ids.flatMap(id => found.get(id) ?? [])
  const positions = await findPositions(deps, present)
  return present.filter((_, index) => positions[index] === undefined)
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

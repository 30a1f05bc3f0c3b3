import type { Geocoder } from '#features/geocoding/server/geocoder.ts'
import { saveGeocodes } from '#features/geocoding/server/locate.ts'
import { maxCoordinates } from '#features/geocoding/server/mapbox.ts'
import { noSuchAddress } from '#features/restaurants/travel-contract.ts'
import { isSamePoint, type Point, type Travel } from '#kit/rules/distance.ts'
import { partsOf } from '#kit/server/database/batches.ts'
import { change, insertAll, list, lock } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import type { BackgroundWork } from '#kit/server/jobs/background-work.ts'
import type { Lease } from '#kit/server/jobs/lease.ts'
import { leasedWork } from '#kit/server/jobs/leased-work.ts'
import { ServiceError } from '#kit/server/outbound/service-error.ts'
import type { DistanceFailure } from '../contract.ts'
import { findRun, lockRun, type Run } from './distance-runs-store.ts'
import {
  askPatiently,
  findPositions,
  findWithCampuses,
  measure,
  pieceSize,
  type RestaurantWithCampus,
  withCampuses,
} from './measure.ts'
import { saveTravels } from './travels.ts'

type RecalculationDeps = Pick<Deps, 'db' | 'now' | 'mapbox' | 'geocoder' | 'followers'>

/** Works through the runs stored in the database. */
export function createRecalculation(deps: RecalculationDeps & Pick<Deps, 'log'>): BackgroundWork {
  return leasedWork(deps, {
    lease: 'recalculate distances',
    findNext: () => findRun(deps.db, { isRunning: true }),
    work: (run, lease) => recalculateNext(deps, run, lease),
    takenOver: 'another process continues the recalculation of distances',
    interrupted: 'the recalculation of distances was interrupted',
  })
}

/** Does the next part of a run: first geocodes addresses, then measures restaurants. */
async function recalculateNext(deps: RecalculationDeps, run: Run, lease: Lease): Promise<void> {
  const { geocoder } = deps
  if (geocoder && run.toLocate.length > 0) await locateNext({ ...deps, geocoder }, run, lease)
  else await measureNext(deps, run, lease)
}

/** Measures as many restaurants as one matrix request may hold; without Mapbox, which needs none, a whole piece. */
async function measureNext(deps: RecalculationDeps, run: Run, lease: Lease): Promise<void> {
  const { db, now, mapbox, followers } = deps
  const { ids, batch } = await nextBatch(
    db,
    run.remaining,
    mapbox ? maxCoordinates : Number.POSITIVE_INFINITY,
  )
  const outcomes = await measure(deps, batch, lease.signal)
  lease.signal.throwIfAborted()

  const time = now().toISOString()
  await db.transaction().execute(async tx => {
    await lease.requireHeld(tx)
    await lock(tx, 'campuses', {})
    const current = await withCampuses(tx, await lock(tx, 'restaurants', { id: ids }))
    const progress = await lockRun(tx, run.id)
    if (!progress) return
    const again: number[] = []
    const toLocate: number[] = []
    const travels: ({ id: number } & Point & Travel)[] = []
    const failed: DistanceFailure[] = []
    for (const { row, campus } of batch) {
      const { id, name, address } = row
      const present = current.get(id)
      // Skip restaurants that were deleted or got a distance in the meantime. Those that moved are measured again.
      if (!present || !isSameDistance(row, present.row)) continue
      if (!isSamePlace({ row, campus }, present)) again.push(id)
      else {
        const outcome = outcomes.get(id) ?? { message: noSuchAddress }
        if (outcome === 'unlocated') toLocate.push(id)
        else if ('message' in outcome)
          failed.push({ restaurantId: id, name, address, message: outcome.message })
        else travels.push({ id, ...outcome })
      }
    }
    const changed = travels.filter(travel =>
      isDifferent(travel, current.get(travel.id)?.row, mapbox === null),
    )
    await saveTravels(tx, changed, { areEstimated: mapbox === null, updatedAt: time })
    const changedIds = changed.map(({ id }) => id)
    await followers.restaurantsChanged(tx, changedIds, time)
    const done = new Set(ids)
    const left = {
      id: run.id,
      remaining: [...progress.remaining.filter(id => !done.has(id)), ...again, ...toLocate],
      toLocate: [...progress.toLocate, ...toLocate],
    }
    await saveProgress(tx, left, { failed, time })
  })
}

/** Adds what failed since. The run is finished once nothing remains. */
async function saveProgress(
  tx: Db,
  { id, remaining, toLocate }: Pick<Run, 'id' | 'remaining' | 'toLocate'>,
  { failed, time }: { failed: DistanceFailure[]; time: string },
): Promise<void> {
  const failures = failed.map(failure => ({ runId: id, ...failure }))
  await insertAll(tx, 'distanceFailures', failures)
  const isRunning = remaining.length > 0
  const changes = {
    remaining: JSON.stringify(remaining),
    toLocate: JSON.stringify(toLocate),
    isRunning,
    finishedAt: isRunning ? null : time,
  }
  await change(tx, 'distanceRuns', { id }, changes)
}

/** The restaurants that one request can measure, with their campuses. `ids` also has deleted ones in between. */
async function nextBatch(
  db: Db,
  remaining: number[],
  most: number,
): Promise<{ ids: number[]; batch: RestaurantWithCampus[] }> {
  const next = remaining.slice(0, pieceSize)
  const rows = await findWithCampuses(db, next)
  const campuses = new Set<string>()
  const batch: RestaurantWithCampus[] = []
  const ids: number[] = []
  for (const id of next) {
    const near = rows.get(id)
    if (near) {
      campuses.add(near.campus.code)
      if (campuses.size + batch.length + 1 > most) break
      batch.push(near)
    }
    ids.push(id)
  }
  return { ids, batch }
}

const isSamePlace = (a: RestaurantWithCampus, b: RestaurantWithCampus) =>
  a.row.address === b.row.address && isSamePoint(a.row, b.row) && isSamePoint(a.campus, b.campus)

const isSameDistance = (a: Row<'restaurants'>, b: Row<'restaurants'>) =>
  a.distance === b.distance && a.travelTime === b.travelTime

const isDifferent = (travel: Point & Travel, row: Row<'restaurants'> | undefined, isEstimated: boolean) =>
  !row ||
  row.distance !== travel.distance ||
  row.travelTime !== travel.travelTime ||
  row.distanceIsEstimated !== isEstimated ||
  !isSamePoint(row, travel)

type LocateDeps = Pick<Deps, 'db' | 'now'> & { geocoder: Geocoder }

/**
 * Geocodes as many addresses of a run as one request may hold, passing over those that need none, and stores the results
 * by address, so that none is asked for again even if this process dies. Restaurants get their positions later, together
 * with their distances.
 */
async function locateNext(deps: LocateDeps, run: Run, lease: Lease): Promise<void> {
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
  const found = await askPatiently(() => geocoder.locateMany(requested, signal), signal)
  return found instanceof ServiceError ? requested.map(() => found) : found
}

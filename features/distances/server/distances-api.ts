import type { FastifyInstance } from 'fastify'
import { peopleOf } from '#features/audit/server/people.ts'
import { write } from '#features/audit/server/write.ts'
import { invalidCampus, requireCampus } from '#features/campuses/server/campuses-store.ts'
import { requireCount } from '#features/restaurants/server/restaurants-store.ts'
import { pointOf } from '#kit/rules/distance.ts'
import { sortedBy } from '#kit/rules/sorted-by.ts'
import { list } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { type DistanceRun, getRecalculation, listUnlocated, startRecalculation } from '../contract.ts'
import { findRun, insertRun, type Run } from './distance-runs-store.ts'

export function distancesApi(app: FastifyInstance, deps: Deps): void {
  const { db, geocoder, jobs } = deps

  serve(app, getRecalculation, async () => presentRun(db, await findRun(db)))

  /** Without those that a run is to locate. */
  serve(app, listUnlocated, async () => {
    const run = await findRun(db)
    const failures = run ? await list(db, 'distanceFailures', { runId: run.id }) : []
    const reasons = new Map(failures.map(({ restaurantId, message }) => [restaurantId, message]))
    const waiting = new Set(run?.isRunning ? run.remaining : [])
    const unlocated = await db
      .selectFrom('restaurants')
      .select(['id', 'name', 'address'])
      .where(eb => eb.or([eb('latitude', 'is', null), eb('longitude', 'is', null)]))
      .orderBy('id')
      .execute()
    const left = unlocated.filter(({ id }) => !waiting.has(id))
    const rows = sortedBy(left, 'asc', ({ name }) => name)
    return {
      isLocating: run?.isRunning ?? false,
      restaurants: rows.map(({ id, name, address }) => ({
        restaurantId: id,
        name,
        address,
        message: reasons.get(id) ?? (geocoder ? notYet : turnedOff),
      })),
    }
  })

  /** Stores what to recalculate. Any process then does the work in the background. */
  serve(app, startRecalculation, async call => {
    const { campusCode = null, expectedCount } = call.query
    const run = await write(deps, call, async ({ tx, time, audit }) => {
      if (campusCode !== null) await requireCampus(tx, campusCode, invalidCampus)
      const { ids, toLocate } = await listIdsByCampus(tx, campusCode)
      requireCount(ids.length, expectedCount)
      const run = await insertRun(tx, {
        campusCode,
        ids,
        toLocate: geocoder ? toLocate : [],
        startedBy: call.viewer.id,
        startedAt: time,
      })
      if (!run) throw conflict('The distances are already being recalculated.')
      await audit('DISTANCES_RECALCULATED', { campusCode, count: run.count })
      return run
    })
    jobs.recalculation.wake()
    return presentRun(db, run)
  })
}

const turnedOff = 'Addresses aren’t located on this server.'
const notYet = 'This address has not been located yet.'

/** The ids of all restaurants, or of those near one campus, and which of them have no position. Ordered by campus. */
async function listIdsByCampus(
  db: Db,
  campusCode: string | null,
): Promise<{ ids: number[]; toLocate: number[] }> {
  let query = db.selectFrom('restaurants').select(['id', 'latitude', 'longitude'])
  if (campusCode !== null) query = query.where('campusCode', '=', campusCode)
  const rows = await query.orderBy('campusCode').orderBy('id').execute()
  const unlocated = rows.filter(row => pointOf(row) === null)
  return { ids: rows.map(({ id }) => id), toLocate: unlocated.map(({ id }) => id) }
}

async function presentRun(db: Db, run: Run | undefined): Promise<DistanceRun> {
  if (!run) return neverRun
  const { isRunning, count, remaining, toLocate, startedBy } = run
  return {
    ...run,
    state: isRunning ? 'In Progress' : 'Completed',
    processed: count - remaining.length,
    toLocate: isRunning ? toLocate.length : 0,
    failures: await list(db, 'distanceFailures', { runId: run.id }, { order: ['id'] }),
    startedBy: (await peopleOf(db, [startedBy])).get(startedBy) ?? null,
  }
}

const neverRun: DistanceRun = {
  state: 'Not Run',
  campusCode: null,
  count: 0,
  processed: 0,
  addresses: 0,
  toLocate: 0,
  failures: [],
  startedAt: null,
  finishedAt: null,
  startedBy: null,
}

import type { FastifyInstance } from 'fastify'
import { peopleOf } from '#features/audit/server/people.ts'
import { findCampusByCode } from '#features/campuses/server/campuses-store.ts'
import { listRestaurantRowsByIds } from '#features/restaurants/server/restaurants-store.ts'
import { timestampBefore } from '#kit/rules/time/timestamps.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, invalidCampus } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { type ImportRun, listImportRuns, startImport, undoImport } from '../../import-runs-contract.ts'
import {
  countRunning,
  type ImportInput,
  insertImportRun,
  listRunsSince,
  listRunsWithRestaurants,
  type Run,
} from '../import-runs-store.ts'
import { requireOverpass, requireYelp } from '../services.ts'
import { commonCampusOf } from './record-import.ts'
import { isUndoable, undoPeriod, undoRun } from './undo-import.ts'

const maxListed = 20
/** No one should need more imports at a time. */
const maxWaiting = 5

export function importRunsApi(app: FastifyInstance, deps: Deps): void {
  const { db, now, jobs } = deps

  serve(app, listImportRuns, async () =>
    present(deps, await listRunsSince(db, timestampBefore(now(), undoPeriod), maxListed)),
  )

  serve(app, startImport, async call => {
    const { body: requested, request } = call
    if (requested.source === 'yelp') requireYelp(deps)
    else requireOverpass(deps)
    const by = { ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, 300) }
    const campusCode = await campusOf(deps, requested)
    const count = requested.source === 'osm-changes' ? requested.changes.length : requested.ids.length
    if ((await countRunning(db)) >= maxWaiting)
      throw conflict('Other imports are running. Please wait until they are done.')
    const run = await insertImportRun(
      db,
      {
        source: requested.source,
        campusCode,
        file: null,
        count,
        startedBy: call.viewer.id,
        startedAt: now().toISOString(),
      },
      { wanted: requested, by },
    )
    jobs.imports.wake()
    return presentOne(deps, run)
  })

  serve(app, undoImport, async call => {
    const run = await undoRun(deps, call.params.id, call)
    return presentOne(deps, run)
  })
}

async function campusOf({ db }: Deps, requested: ImportInput): Promise<string | null> {
  if (requested.source !== 'osm-changes') {
    if (!(await findCampusByCode(db, requested.campusCode))) throw invalidCampus()
    return requested.campusCode
  }
  const ids = requested.changes.map(({ restaurantId }) => restaurantId)
  return commonCampusOf(await listRestaurantRowsByIds(db, ids))
}

async function presentOne(deps: Deps, run: Run): Promise<ImportRun> {
  const [presented] = await present(deps, [run])
  if (!presented) throw new Error('The import run was not presented')
  return presented
}

async function present({ db, now }: Deps, runs: Run[]): Promise<ImportRun[]> {
  const traces = await listRunsWithRestaurants(
    db,
    runs.map(({ id }) => id),
  )
  const people = await peopleOf(
    db,
    runs.flatMap(({ startedBy, undoneBy }) => [startedBy, undoneBy]),
  )
  return runs.map(({ input: _, attempts: __, startedBy, undoneBy, source, ...run }) => ({
    ...run,
    source: source as ImportRun['source'],
    startedBy: people.get(startedBy) ?? null,
    undoneBy: people.get(undoneBy) ?? null,
    canUndo: run.state === 'done' && isUndoable(run, now()) && traces.has(run.id),
  }))
}

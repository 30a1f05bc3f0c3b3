import type { FastifyInstance } from 'fastify'
import { peopleOf } from '#features/audit/server/people.ts'
import { invalidCampus, requireCampus } from '#features/campuses/server/campuses-store.ts'
import { timestampBefore } from '#kit/rules/time/timestamps.ts'
import { countRows } from '#kit/server/database/count-rows.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import { list } from '#kit/server/database/rows.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { type ImportRun, listImportRuns, startImport, undoImport } from '../../import-runs-contract.ts'
import { commonCampusOf } from '../osm/osm-changes.ts'
import { requireOverpass, requireYelp } from '../services.ts'
import { beginRun, type Wanted } from './import-run.ts'
import { isUndoable, undoPeriod, undoRun } from './undo-import.ts'

const maxListed = 20
/** No one should need more imports at a time. */
const maxWaiting = 5

export function importRunsApi(app: FastifyInstance, deps: Deps): void {
  const { db, now, jobs } = deps

  serve(app, listImportRuns, async () => {
    const since = timestampBefore(now(), undoPeriod)
    const runs = await db
      .selectFrom('importRuns')
      .selectAll()
      .where('source', '!=', 'osm-comparison')
      .where(eb => eb.or([eb('finishedAt', '>=', since), eb('state', '=', 'running')]))
      .orderBy('id', 'desc')
      .limit(maxListed)
      .execute()
    return present(deps, runs)
  })

  serve(app, startImport, async call => {
    const { body: wanted, request } = call
    if (wanted.source === 'yelp') requireYelp(deps)
    else requireOverpass(deps)
    const by = { ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, 300) }
    const campusCode = await campusOf(deps, wanted)
    const count = wanted.source === 'osm-changes' ? wanted.changes.length : wanted.ids.length
    const waiting = db.selectFrom('importRuns').where('state', '=', 'running')
    if ((await countRows(waiting)) >= maxWaiting)
      throw conflict('Other imports are running. Please wait until they are done.')
    const begun = { by: call, time: now().toISOString(), input: { wanted, by } }
    const run = await beginRun(db, { source: wanted.source, campusCode, file: null, count }, begun)
    jobs.imports.wake()
    return presentOne(deps, run)
  })

  serve(app, undoImport, async call => presentOne(deps, await undoRun(deps, call.params.id, call)))
}

async function campusOf(
  { db }: Deps,
  wanted: Exclude<Wanted, { source: 'osm-comparison' }>,
): Promise<string | null> {
  if (wanted.source === 'osm-changes') {
    const ids = wanted.changes.map(({ restaurantId }) => restaurantId)
    return commonCampusOf(await list(db, 'restaurants', { id: ids }))
  }
  return (await requireCampus(db, wanted.campusCode, invalidCampus)).code
}

async function presentOne(deps: Deps, run: Row<'importRuns'>): Promise<ImportRun> {
  const [presented] = await present(deps, [run])
  if (!presented) throw new Error('The import run was not presented')
  return presented
}

async function present({ db, now }: Deps, runs: Row<'importRuns'>[]): Promise<ImportRun[]> {
  const ids = runs.map(({ id }) => id)
  const written = await db
    .selectFrom('importedRestaurants')
    .select('runId')
    .distinct()
    .where(indexedIn(db, 'runId', ids))
    .execute()
  const withRestaurants = new Set(written.map(({ runId }) => runId))
  const involved = runs.flatMap(({ startedBy, undoneBy }) => [startedBy, undoneBy])
  const people = await peopleOf(db, involved)
  return runs.map(({ input: _, attempts: __, startedBy, undoneBy, source, result, ...run }) => ({
    ...run,
    source: source as ImportRun['source'],
    result: result === null ? null : JSON.parse(result),
    startedBy: people.get(startedBy) ?? null,
    undoneBy: people.get(undoneBy) ?? null,
    canUndo: run.state === 'done' && isUndoable(run, now()) && withRestaurants.has(run.id),
  }))
}

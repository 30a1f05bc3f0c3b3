import type { FastifyInstance } from 'fastify'
import { recordBulkAudit } from '#features/audit/server/record-audit.ts'
import { write } from '#features/audit/server/write.ts'
import { invalidCampus, requireCampus } from '#features/campuses/server/campuses-store.ts'
import { asColumns } from '#features/restaurants/server/list-columns.ts'
import { restaurantTables } from '#features/restaurants/server/tables.ts'
import { timestampBefore } from '#kit/rules/time/timestamps.ts'
import { minutes } from '#kit/rules/units.ts'
import { list, lock } from '#kit/server/database/rows.ts'
import type { Deps } from '#kit/server/deps.ts'
import { invalid } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import {
  applyOsm,
  getOsmComparison,
  importFromOsm,
  listOsmDifferences,
  type OsmComparison,
  type OsmUndo,
  searchOsm,
  startOsmComparison,
  undoOsm,
} from '../../osm-contract.ts'
import { atOnce, beginRun, carryOut } from '../runs/import-run.ts'
import { changeBack } from '../runs/undo-import.ts'
import { requireOverpass } from '../services.ts'
import { osmChanges } from './osm-changes.ts'
import { differencesIn, osmComparison, runOf, type StoredMatch } from './osm-comparison.ts'
import { osmImport } from './osm-import.ts'
import { type Around, findPlacesAround } from './read-osm.ts'

/** As long as Overpass responses are cached. */
const comparisonLifetime = 10 * minutes

export function osmApi(app: FastifyInstance, deps: Deps): void {
  const { db, now, jobs } = deps

  serve(app, searchOsm, async ({ query }) => {
    const { places, findMatch } = await findPlacesAround(deps, query)
    return places.map(({ details, distance }) => {
      const { remarks: _, ...place } = details
      return { ...place, distance, restaurantId: findMatch(details)?.id ?? null }
    })
  })

  serve(app, importFromOsm, async call => {
    const { campusCode, osmIds: ids } = call.body
    const { result, restaurants } = await carryOut(deps, osmImport, { campusCode, ids }, call)
    return { ...result, ids: restaurants.map(({ restaurantId }) => restaurantId) }
  })

  serve(app, listOsmDifferences, async ({ query }) =>
    differencesIn((await osmComparison.look(deps, query, atOnce)).matches),
  )

  serve(app, getOsmComparison, async ({ query }) => readComparison(deps, query))

  serve(app, startOsmComparison, async call => {
    requireOverpass(deps)
    const { campusCode, radius } = call.query
    await requireCampus(db, campusCode, invalidCampus)
    if ((await findComparison(deps, call.query))?.state !== 'running') {
      const wanted = { source: 'osm-comparison' as const, campusCode, radius }
      const input = { wanted, by: { ip: '', userAgent: undefined } }
      await beginRun(db, runOf(wanted), { by: call, time: now().toISOString(), input })
      jobs.imports.wake()
    }
    return readComparison(deps, call.query)
  })

  serve(app, applyOsm, async call => {
    const { result, restaurants } = await carryOut(deps, osmChanges, call.body, call)
    return { changed: result.changed, undo: restaurants as OsmUndo }
  })

  /** For callers that have the previous values from the reply, instead of the run. */
  serve(app, undoOsm, async call =>
    write(deps, call, async ({ tx, time }) => {
      const { undo } = call.body
      const rows = await lock(tx, 'restaurants', { id: undo.map(({ restaurantId }) => restaurantId) })
      const byId = new Map(rows.map(row => [row.id, row]))
      const untouched = undo.flatMap(({ restaurantId, updatedAt, before }) => {
        const row = byId.get(restaurantId)
        return row?.updatedAt === updatedAt ? [{ row, before }] : []
      })
      for (const { before } of untouched) requireStorable(before)
      const items = await changeBack(tx, untouched, time)
      const counts = { changed: items.length, from: 'OpenStreetMap', undone: true }
      const details = (restaurants: object[]) => ({ ...counts, restaurants })
      if (items.length > 0)
        await recordBulkAudit(tx, { action: 'RESTAURANTS_CORRECTED', items, details, by: call, time })
      return { changed: items.length }
    }),
  )
}

async function readComparison(deps: Deps, around: Around): Promise<OsmComparison> {
  const run = await findComparison(deps, around)
  if (!run || run.state === 'undone')
    return { state: 'none', count: 0, done: 0, problem: null, differences: null }
  const { state, count, done, problem, result } = run
  if (result === null) return { state, count, done, problem, differences: null }
  const matches: StoredMatch[] = JSON.parse(result)
  const rows = await list(deps.db, 'restaurants', { id: matches.map(({ restaurantId }) => restaurantId) })
  const byId = new Map(rows.map(row => [row.id, row]))
  const present = matches.flatMap(({ restaurantId, facts: place }) => {
    const restaurant = byId.get(restaurantId)
    return restaurant ? [{ restaurant, place }] : []
  })
  return { state, count, done, problem, differences: differencesIn(present) }
}

/** The latest comparison around a campus that is in progress or ended recently. */
async function findComparison({ db, now }: Deps, around: Around) {
  const { source, campusCode, file } = runOf(around)
  const since = timestampBefore(now(), comparisonLifetime)
  return db
    .selectFrom('importRuns')
    .selectAll()
    .where('source', '=', source)
    .where('campusCode', '=', campusCode)
    .where('file', '=', file)
    .where(eb => eb.or([eb('finishedAt', '>=', since), eb('state', '=', 'running')]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const restaurantColumns = restaurantTables.restaurants.columns

/** Values from outside that their column does not allow would make backups unreadable. */
function requireStorable(before: OsmUndo[number]['before']): void {
  for (const [name, value] of Object.entries(asColumns(before)))
    if (!restaurantColumns[name as keyof typeof restaurantColumns].safeParse(value).success)
      throw invalid(name, `The ${name} can’t be restored`)
}

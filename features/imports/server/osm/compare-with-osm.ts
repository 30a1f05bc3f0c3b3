import { findCampusByCode } from '#features/campuses/server/campuses-store.ts'
import { readRestaurantsById } from '#features/restaurants/server/restaurants-store.ts'
import { timestampBefore } from '#kit/rules/time/timestamps.ts'
import { minutes } from '#kit/rules/units.ts'
import { partsOf } from '#kit/server/database/batches.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { invalidCampus } from '#kit/server/http/errors.ts'
import type { Lease } from '#kit/server/jobs/lease.ts'
import type { OsmComparison, OsmDifference } from '../../osm-contract.ts'
import { findComparison, finishRun, insertImportRun, type Run, saveProgress } from '../import-runs-store.ts'
import { type Around, findPlacesAround } from './around-campus.ts'
import { differencesOf } from './osm-differences.ts'
import type { Overpass } from './overpass.ts'
import { keepLikeliest, type Match, type PlaceDetails } from './read-osm.ts'

/** As long as Overpass responses are cached. */
const comparisonLifetime = 10 * minutes
const batchSize = 50

/** As it is stored, so its names stay: an earlier version may have compared. */
type StoredMatch = { restaurantId: number; facts: PlaceDetails }

/** Matches each restaurant with its likeliest place in OpenStreetMap and saves the matches. */
export async function compareWithOsm(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  overpass: Overpass,
  around: Around,
  { run, lease }: { run: Run; lease: Lease },
): Promise<void> {
  const { places, findMatch } = await findPlacesAround({ db }, overpass, around)
  await saveProgress(db, run.id, { count: places.length })
  const found = new Map<number, Match>()
  let done = 0
  for await (const part of partsOf(places, batchSize)) {
    lease.signal.throwIfAborted()
    for (const { details } of part) {
      const restaurant = findMatch(details)
      if (restaurant) keepLikeliest(found, { restaurant, place: details })
    }
    done += part.length
    await saveProgress(db, run.id, { done })
  }
  const matches: StoredMatch[] = [...found.values()].map(({ restaurant, place }) => ({
    restaurantId: restaurant.id,
    facts: place,
  }))
  await db.transaction().execute(async tx => {
    await lease.requireHeld(tx)
    await finishRun(tx, run.id, { result: matches, time: now().toISOString() })
  })
}

/** Starts a comparison unless the same one is running already. */
export async function startComparison(deps: Deps, around: Around, startedBy: number): Promise<OsmComparison> {
  const { db, now, jobs } = deps
  const { campusCode, radius } = around
  if (!(await findCampusByCode(db, campusCode))) throw invalidCampus()
  const last = await latestOf(deps, around)
  if (last?.state !== 'running') {
    const run = { campusCode, file: String(radius), count: 0, startedBy, startedAt: now().toISOString() }
    const wanted = { source: 'osm-comparison' as const, campusCode, radius }
    await insertImportRun(
      db,
      { source: wanted.source, ...run },
      { wanted, by: { ip: '', userAgent: undefined } },
    )
    jobs.imports.wake()
  }
  return readComparison(deps, around)
}

export async function readComparison(deps: Pick<Deps, 'db' | 'now'>, around: Around): Promise<OsmComparison> {
  const run = await latestOf(deps, around)
  if (!run || run.state === 'undone') return none
  const { state, count, done, problem, result } = run
  const differences = result === null ? null : await differencesNow(deps, JSON.parse(result) as StoredMatch[])
  return { state, count, done, problem, differences }
}

const none: OsmComparison = { state: 'none', count: 0, done: 0, problem: null, differences: null }

const latestOf = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  around: Around,
): Promise<Row<'importRuns'> | undefined> =>
  findComparison(db, around, timestampBefore(now(), comparisonLifetime))

async function differencesNow({ db }: Pick<Deps, 'db'>, matches: StoredMatch[]): Promise<OsmDifference[]> {
  const ids = matches.map(({ restaurantId }) => restaurantId)
  const rows = await readRestaurantsById(db, ids)
  return matches.flatMap(({ restaurantId, facts }) => {
    const row = rows.get(restaurantId)
    const difference = row && differencesOf(row, facts)
    return difference && difference.fields.length > 0 ? [difference] : []
  })
}

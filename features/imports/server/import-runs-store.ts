import type { Body } from '#kit/contract/endpoint.ts'
import { partsOf } from '#kit/server/database/batches.ts'
import { countRows } from '#kit/server/database/count-rows.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import { locked } from '#kit/server/database/locks.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { ImportRun, startImport } from '../import-runs-contract.ts'

export type ImportInput = Body<typeof startImport>
type ComparisonInput = { source: 'osm-comparison'; campusCode: string; radius: number }
export type ImportOutcome = NonNullable<ImportRun['result']>
type Address = { ip: string; userAgent: string | undefined }
/** As it is stored, so its names stay: a run may have been queued by an earlier version. */
type Input = { wanted: ImportInput | ComparisonInput; by: Address }

/** An import that is queued, in progress or finished; `input` is null once it has ended, and if no queue needs it. */
export type Run = Omit<Row<'importRuns'>, 'input' | 'result'> & {
  input: Input | null
  result: ImportOutcome | null
}

type NewRun = Pick<Row<'importRuns'>, 'source' | 'campusCode' | 'file' | 'count' | 'startedBy' | 'startedAt'>

/** Begins an import; `input` is what the queue needs to carry it out, and null if the caller does that itself. */
export async function insertImportRun(db: Db, run: NewRun, input: Input | null): Promise<Run> {
  const begun = { state: 'running' as const, done: 0, attempts: 0, input: input ? JSON.stringify(input) : '' }
  const open = { problem: null, undoneAt: null, undoneBy: null, finishedAt: null, result: null }
  const row = await db
    .insertInto('importRuns')
    .values({ ...run, ...begun, ...open })
    .returningAll()
    .executeTakeFirstOrThrow()
  return parse(row)
}

/** The run in progress, or else the one that has waited longest. */
export async function findNextRun(db: Db): Promise<Run | undefined> {
  const query = db.selectFrom('importRuns').selectAll().where('state', '=', 'running')
  const row = await query.orderBy('id').executeTakeFirst()
  return row && parse(row)
}

export async function countRunning(db: Db): Promise<number> {
  return countRows(db.selectFrom('importRuns').where('state', '=', 'running'))
}

export async function lockRun(tx: Db, id: number): Promise<Run | undefined> {
  const query = tx.selectFrom('importRuns').selectAll().where('id', '=', id)
  const row = await query.$call(locked(tx)).executeTakeFirst()
  return row && parse(row)
}

/** The imports that have ended since `finishedAt` and all that are queued or in progress, latest first. */
export async function listRunsSince(db: Db, finishedAt: string, limit: number): Promise<Run[]> {
  const rows = await db
    .selectFrom('importRuns')
    .selectAll()
    .where('source', '!=', 'osm-comparison')
    .where(eb => eb.or([eb('finishedAt', '>=', finishedAt), eb('state', '=', 'running')]))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(parse)
}

type Progress = Partial<Pick<Row<'importRuns'>, 'attempts' | 'count' | 'done'>>

export async function saveProgress(db: Db, id: number, progress: Progress): Promise<void> {
  await db.updateTable('importRuns').set(progress).where('id', '=', id).execute()
}

export async function finishRun(
  tx: Db,
  id: number,
  { result, time, ...progress }: { result: object; time: string; done?: number },
): Promise<void> {
  await tx
    .updateTable('importRuns')
    .set({ ...progress, state: 'done', input: '', result: JSON.stringify(result), finishedAt: time })
    .where('id', '=', id)
    .execute()
}

export async function failRun(
  db: Db,
  { id }: Run,
  { problem, time }: { problem: string; time: string },
): Promise<void> {
  await db
    .updateTable('importRuns')
    .set({ state: 'failed', input: '', problem, finishedAt: time })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

export async function markUndone(
  tx: Db,
  { id }: Run,
  { result, by, time }: { result: ImportOutcome; by: number | null; time: string },
): Promise<Run> {
  const row = await tx
    .updateTable('importRuns')
    .set({ state: 'undone', result: JSON.stringify(result), undoneBy: by, undoneAt: time })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return parse(row)
}

/** The latest comparison around a campus that is in progress or ended no earlier than `since`. */
export async function findComparison(
  db: Db,
  { campusCode, radius }: Omit<ComparisonInput, 'source'>,
  since: string,
): Promise<Row<'importRuns'> | undefined> {
  const rows = await db
    .selectFrom('importRuns')
    .selectAll()
    .where('source', '=', 'osm-comparison')
    .where('campusCode', '=', campusCode)
    .where('file', '=', String(radius))
    .where(eb => eb.or([eb('finishedAt', '>=', since), eb('state', '=', 'running')]))
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  return rows[0]
}

export async function insertImported(tx: Db, rows: Row<'importedRestaurants'>[]): Promise<void> {
  for await (const some of partsOf(rows)) await tx.insertInto('importedRestaurants').values(some).execute()
}

/** The restaurants written by an import that still exist. */
export async function listImported(db: Db, runId: number): Promise<Row<'importedRestaurants'>[]> {
  const query = db.selectFrom('importedRestaurants').selectAll().where('runId', '=', runId)
  return query.orderBy('restaurantId').execute()
}

/** The ids of those imports whose restaurants, in part at least, still exist. */
export async function listRunsWithRestaurants(db: Db, runIds: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('importedRestaurants')
    .select('runId')
    .distinct()
    .where(indexedIn(db, 'runId', runIds))
    .execute()
  return new Set(rows.map(({ runId }) => runId))
}

/**
 * Why the import of these restaurants can't be undone: what people did with each of them. Only the first
 * reason found is given.
 */
export async function listUses(tx: Db, ids: number[]): Promise<Map<number, string>> {
  const uses = new Map<number, string>()
  const tables = [
    ['ratings', 'Someone rated it'],
    ['favorites', 'It is someone’s favorite'],
    ['teamRatings', 'It has a team rating'],
    ['visits', 'Someone visited it'],
    ['lunchOptions', 'It is in a lunch'],
  ] as const
  for (const [table, reason] of tables) {
    const rows = await tx
      .selectFrom(table)
      .select('restaurantId')
      .distinct()
      .where(indexedIn(tx, 'restaurantId', ids))
      .execute()
    for (const { restaurantId } of rows)
      if (restaurantId !== null && !uses.has(restaurantId)) uses.set(restaurantId, reason)
  }
  return uses
}

const parse = (row: Row<'importRuns'>): Run => ({
  ...row,
  input: row.input === '' ? null : (JSON.parse(row.input) as Run['input']),
  result:
    row.result === null || row.source === 'osm-comparison' ? null : (JSON.parse(row.result) as ImportOutcome),
})

import type { DistanceFailure } from '#contract/distances.ts'
import type { Db, DistanceRunRow } from '#server/database/schema.ts'

/** A recalculation of distances. There is at most the one that is under way, or else the last one. */
export type Run = Omit<DistanceRunRow, 'remaining' | 'failures'> & {
  remaining: number[]
  failures: DistanceFailure[]
}

export async function findRun(db: Db): Promise<Run | undefined> {
  const row = await db.selectFrom('distanceRuns').selectAll().orderBy('id', 'desc').executeTakeFirst()
  return row && parseRun(row)
}

export async function findRunning(db: Db): Promise<Run | undefined> {
  const row = await db.selectFrom('distanceRuns').selectAll().where('isRunning', '=', true).executeTakeFirst()
  return row && parseRun(row)
}

type NewRun = { campusCode: string | null; ids: number[]; startedBy: number | null; startedAt: string }

/** Begins a run in the place of the last one; undefined while another one is under way. */
export async function insertRun(
  tx: Db,
  { campusCode, ids, startedBy, startedAt }: NewRun,
): Promise<Run | undefined> {
  const row = await tx
    .insertInto('distanceRuns')
    .values({
      isRunning: true,
      campusCode,
      count: ids.length,
      remaining: JSON.stringify(ids),
      failures: '[]',
      startedBy,
      startedAt,
      finishedAt: null,
    })
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  await tx.deleteFrom('distanceRuns').where('id', '<', row.id).execute()
  return parseRun(row)
}

/** A run without anything that remains is finished. */
export async function saveProgress(
  tx: Db,
  { id, remaining, failures }: Pick<Run, 'id' | 'remaining' | 'failures'>,
  time: string,
): Promise<void> {
  const isRunning = remaining.length > 0
  await tx
    .updateTable('distanceRuns')
    .set({
      remaining: JSON.stringify(remaining),
      failures: JSON.stringify(failures),
      isRunning,
      finishedAt: isRunning ? null : time,
    })
    .where('id', '=', id)
    .execute()
}

/** All restaurants, or those near one campus; the neighbours of a campus stand together. */
export async function listIdsByCampus(db: Db, campusCode: string | null): Promise<number[]> {
  let query = db.selectFrom('restaurants').select('id')
  if (campusCode !== null) query = query.where('campusCode', '=', campusCode)
  const rows = await query.orderBy('campusCode').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

const parseRun = (row: DistanceRunRow): Run => ({
  ...row,
  remaining: JSON.parse(row.remaining) as number[],
  failures: JSON.parse(row.failures) as DistanceFailure[],
})

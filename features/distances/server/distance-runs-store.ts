import { change, find, lock } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'

/** A recalculation of distances. At most one is stored: the one in progress, or else the last one. */
export type Run = Omit<Row<'distanceRuns'>, 'remaining' | 'toLocate' | 'failures'> & {
  remaining: number[]
  toLocate: number[]
}

/** The run in progress, or else, if it need not be `isRunning`, the last one. */
export async function findRun(db: Db, wanted: { isRunning?: true } = {}): Promise<Run | undefined> {
  const row = await find(db, 'distanceRuns', wanted, { order: ['-id'] })
  return row && parseRun(row)
}

/** Locks a run, because an import may add to it at any time. */
export async function lockRun(tx: Db, id: number): Promise<Run | undefined> {
  const [row] = await lock(tx, 'distanceRuns', { id })
  return row && parseRun(row)
}

type NewRun = {
  campusCode: string | null
  ids: number[]
  /** The ids whose addresses must be located first. */
  toLocate: number[]
  startedBy: number | null
  startedAt: string
}

/** Starts a run, which replaces the last one; undefined while another run is in progress. */
export async function insertRun(
  tx: Db,
  { campusCode, ids, toLocate, startedBy, startedAt }: NewRun,
): Promise<Run | undefined> {
  const row = await tx
    .insertInto('distanceRuns')
    .values({
      isRunning: true,
      campusCode,
      count: ids.length,
      remaining: JSON.stringify(ids),
      addresses: toLocate.length,
      toLocate: JSON.stringify(toLocate),
      failures: '[]',
      startedBy,
      startedAt,
    })
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  await tx.deleteFrom('distanceRuns').where('id', '<', row.id).execute()
  return parseRun(row)
}

/** Adds restaurants to the run in progress, or starts a run for them if there is none. */
export async function addToRun(tx: Db, more: NewRun): Promise<void> {
  // If the run in progress has just ended, the next attempt starts a new one.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (await insertRun(tx, more)) return
    const running = await findRun(tx, { isRunning: true })
    const run = running && (await lockRun(tx, running.id))
    if (!run?.isRunning) continue
    const changes = {
      campusCode: run.campusCode === more.campusCode ? run.campusCode : null,
      count: run.count + more.ids.length,
      remaining: JSON.stringify([...run.remaining, ...more.ids]),
      addresses: run.addresses + more.toLocate.length,
      toLocate: JSON.stringify([...run.toLocate, ...more.toLocate]),
    }
    await change(tx, 'distanceRuns', { id: run.id }, changes)
    return
  }
}

const parseRun = (row: Row<'distanceRuns'>): Run => ({
  ...row,
  remaining: JSON.parse(row.remaining) as number[],
  toLocate: JSON.parse(row.toLocate) as number[],
})

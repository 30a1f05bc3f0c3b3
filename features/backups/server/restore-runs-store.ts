import type { Db, Row } from '#kit/server/database/schema.ts'

export async function beginRestoreRun(db: Db, run: { filename: string; startedAt: string }): Promise<number> {
  const { id } = await db.insertInto('restoreRuns').values(run).returning('id').executeTakeFirstOrThrow()
  return id
}

/** To set `finishedAt`, call it in the transaction that restores the data: either both are committed or neither. */
export async function changeRestoreRun(
  db: Db,
  id: number,
  changes: Partial<Pick<Row<'restoreRuns'>, 'finishedAt' | 'safetyBackup'>>,
): Promise<void> {
  await db.updateTable('restoreRuns').set(changes).where('id', '=', id).execute()
}

/** Does nothing if the restore has finished: if the reply to its commit was lost, only the database knows that. */
export async function failRestoreRun(
  db: Db,
  id: number,
  failure: { finishedAt: string; problem: string },
): Promise<void> {
  const query = db.updateTable('restoreRuns').set(failure)
  await query.where('id', '=', id).where('finishedAt', 'is', null).execute()
}

/** Latest first. */
export async function listRestoreRuns(db: Db, limit: number): Promise<Row<'restoreRuns'>[]> {
  return db.selectFrom('restoreRuns').selectAll().orderBy('id', 'desc').limit(limit).execute()
}

import type { Selectable } from 'kysely'
import type { Db } from '#server/database/schema.ts'
import type { BackupRunTable } from '#server/database/schema-work.ts'

export type BackupRun = Selectable<BackupRunTable>

export async function beginBackupRun(db: Db, startedAt: string): Promise<number> {
  const { id } = await db
    .insertInto('backupRuns')
    .values({ startedAt, finishedAt: null, filename: null, problem: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function finishBackupRun(
  db: Db,
  { id, ...outcome }: Omit<BackupRun, 'startedAt'>,
): Promise<void> {
  await db.updateTable('backupRuns').set(outcome).where('id', '=', id).execute()
}

/** The latest that were read back whole, latest first. Of a time still to come is what a wrong clock has left. */
export async function listGoodRuns(db: Db, now: string): Promise<(BackupRun & { filename: string })[]> {
  return db
    .selectFrom('backupRuns')
    .selectAll()
    .where('finishedAt', 'is not', null)
    .where('filename', 'is not', null)
    .where('problem', 'is', null)
    .where('startedAt', '<=', now)
    .orderBy('id', 'desc')
    .limit(20)
    .$narrowType<{ filename: string }>()
    .execute()
}

/** The latest of all, whatever became of it. One that never finished was interrupted. */
export async function findLastRun(db: Db, now: string): Promise<BackupRun | undefined> {
  return db
    .selectFrom('backupRuns')
    .selectAll()
    .where('startedAt', '<=', now)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function removeRunsBefore(db: Db, startedAt: string): Promise<void> {
  await db.deleteFrom('backupRuns').where('startedAt', '<', startedAt).execute()
}

/** When this installation began: until then no backup can be missing. */
export async function findBeginning(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select(eb => eb.fn.min('createdAt').as('time'))
    .executeTakeFirst()
  return row?.time ?? undefined
}

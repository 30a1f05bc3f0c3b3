import type { BackupRunRow, Db } from '#server/database/schema.ts'

export type GoodRun = BackupRunRow & { filename: string }

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
  { id, ...outcome }: Omit<BackupRunRow, 'startedAt'>,
): Promise<void> {
  await db.updateTable('backupRuns').set(outcome).where('id', '=', id).execute()
}

/** The runs to look at: those of the schedule, or also backups made by hand. */
type Which = 'scheduled' | 'all'

/** The latest that were read back whole, latest first. */
export async function listGoodRuns(db: Db, now: string, which: Which): Promise<GoodRun[]> {
  return runsUntil(db, now, which)
    .where('finishedAt', 'is not', null)
    .where('filename', 'is not', null)
    .where('problem', 'is', null)
    .limit(20)
    .$narrowType<{ filename: string }>()
    .execute()
}

/** The latest of all, whatever became of it. One that never finished was interrupted. */
export async function findLastRun(db: Db, now: string, which: Which): Promise<BackupRunRow | undefined> {
  return runsUntil(db, now, which).limit(1).executeTakeFirst()
}

/** The files that were written whole, and could not be read back. */
export async function listUnreadBackups(db: Db): Promise<string[]> {
  const runs = await db
    .selectFrom('backupRuns')
    .select('filename')
    .where('problem', 'is not', null)
    .where('filename', 'is not', null)
    .$narrowType<{ filename: string }>()
    .execute()
  return runs.map(({ filename }) => filename)
}

// Runs of a time still to come were left by a wrong clock.
function runsUntil(db: Db, now: string, which: Which) {
  const runs = db.selectFrom('backupRuns').selectAll().where('startedAt', '<=', now).orderBy('id', 'desc')
  if (which === 'all') return runs
  return runs.where(eb => eb.or([eb('filename', 'is', null), eb('filename', 'like', 'scheduled-%')]))
}

export async function removeRunsBefore(db: Db, startedAt: string): Promise<void> {
  await db.deleteFrom('backupRuns').where('startedAt', '<', startedAt).execute()
}

/** When this installation began: until then no backup can be missing. Not known where a wrong clock says: in the future. */
export async function findBeginning(db: Db, now: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select(eb => eb.fn.min('createdAt').as('time'))
    .where('createdAt', '<=', now)
    .executeTakeFirst()
  return row?.time ?? undefined
}

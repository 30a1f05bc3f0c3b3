import type { Db, Row } from '#kit/server/database/schema.ts'

type GoodRun = Row<'backupRuns'> & { filename: string }

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
  { id, ...outcome }: Omit<Row<'backupRuns'>, 'startedAt'>,
): Promise<void> {
  await db.updateTable('backupRuns').set(outcome).where('id', '=', id).execute()
}

/** Only the scheduled runs, or manual backups too. */
type Which = 'scheduled' | 'all'

/** The latest 20 runs whose backup was completely read back for verification, latest first. */
export async function listGoodRuns(db: Db, now: string, which: Which): Promise<GoodRun[]> {
  return runsUntil(db, now, which)
    .where('finishedAt', 'is not', null)
    .where('filename', 'is not', null)
    .where('problem', 'is', null)
    .limit(20)
    .$narrowType<{ filename: string }>()
    .execute()
}

/** The latest run, whether or not it succeeded. If it has no `finishedAt`, it is in progress or was interrupted. */
export async function findLastRun(db: Db, now: string, which: Which): Promise<Row<'backupRuns'> | undefined> {
  return runsUntil(db, now, which).limit(1).executeTakeFirst()
}

/** The backup files that were completely written but could not be read back. */
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

// A run in the future was recorded while the clock was wrong.
function runsUntil(db: Db, now: string, which: Which) {
  const runs = db.selectFrom('backupRuns').selectAll().where('startedAt', '<=', now).orderBy('id', 'desc')
  if (which === 'all') return runs
  return runs.where(eb => eb.or([eb('filename', 'is', null), eb('filename', 'like', 'scheduled-%')]))
}

/**
 * When this installation began; no backup can be missing from before then. Ignores times in the future, which
 * come from a wrong clock.
 */
export async function findInstallationTime(db: Db, now: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select(eb => eb.fn.min('createdAt').as('time'))
    .where('createdAt', '<=', now)
    .executeTakeFirst()
  return row?.time ?? undefined
}

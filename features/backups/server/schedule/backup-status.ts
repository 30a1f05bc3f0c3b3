import { readBackupSettings } from '#features/settings/server/settings-store.ts'
import { hours } from '#kit/rules/units.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { isLeased } from '#kit/server/jobs/lease.ts'
import { findBackupFile, findFolderProblem } from '../backup-files.ts'
import { restoreLease } from '../restore/restore-backup.ts'

/** With the daily schedule, backups are overdue if the last good one is older than this. */
const overdueAfter = 48 * hours
/** After a failure the next attempt waits this long. */
const retryAfter = 1 * hours
const scheduleIntervals = { daily: 24 * hours, weekly: 7 * 24 * hours }

type StatusDeps = Pick<Deps, 'config' | 'db' | 'now'>

/** What an administrator needs to know about scheduled backups. */
export async function readBackupStatus(deps: StatusDeps) {
  const { db, now } = deps
  const time = now()
  const { schedule, keep } = await readBackupSettings(db)
  const good = await findLastGood(deps, 'all')
  const present = time.toISOString()
  const since = Date.parse(good?.startedAt ?? (await findInstallationTime(db, present)) ?? present)
  const tolerance = schedule === 'weekly' ? scheduleIntervals.weekly + 24 * hours : overdueAfter
  return {
    lastGood: good ? { filename: good.filename, timestamp: good.startedAt } : null,
    lastProblem: await findProblem(db, time, good),
    folderProblem: await findFolderProblem(deps.config),
    isOverdue: schedule !== 'off' && time.getTime() - since > tolerance,
    nextAt: (await nextBackupAt(deps))?.toISOString() ?? null,
    schedule,
    keep,
    isRestoring: await isLeased(db, restoreLease, time),
  }
}

/** When the next scheduled backup is due; null: never. */
export async function nextBackupAt(deps: StatusDeps): Promise<Date | null> {
  const { db, now } = deps
  const { schedule } = await readBackupSettings(db)
  if (schedule === 'off') return null
  // Manual backups don't shift the schedule.
  const good = await findLastGood(deps, 'scheduled')
  const time = now().toISOString()
  const last = await findLastRun(db, time, 'scheduled')
  const since = good?.startedAt ?? (await findInstallationTime(db, time))
  const due = since ? Date.parse(since) + scheduleIntervals[schedule] : 0
  return new Date(Math.max(due, last ? Date.parse(last.startedAt) + retryAfter : 0))
}

/** Only the scheduled runs, or manual backups too. */
type Which = 'scheduled' | 'all'

// Of the latest good ones, which were completely read back. A backup whose file was deleted doesn't count.
async function findLastGood({ config, db, now }: StatusDeps, which: Which) {
  const runs = await runsUntil(db, now().toISOString(), which)
    .where('finishedAt', 'is not', null)
    .where('filename', 'is not', null)
    .where('problem', 'is', null)
    .limit(20)
    .$narrowType<{ filename: string }>()
    .execute()
  for (const run of runs)
    if ((await findBackupFile(config, run.filename).catch(() => undefined))?.isReadable) return run
  return undefined
}

async function findProblem(db: Db, now: Date, good: Row<'backupRuns'> | undefined) {
  const last = await findLastRun(db, now.toISOString(), 'all')
  if (!last || last.id === good?.id) return null
  if (last.problem !== null) return { message: last.problem, timestamp: last.startedAt }
  const isInterrupted = last.finishedAt === null && now.getTime() - Date.parse(last.startedAt) > retryAfter
  return isInterrupted ? { message: 'The backup was interrupted.', timestamp: last.startedAt } : null
}

/** Whether or not it succeeded. If it has no `finishedAt`, it is in progress or was interrupted. */
const findLastRun = (db: Db, now: string, which: Which): Promise<Row<'backupRuns'> | undefined> =>
  runsUntil(db, now, which).limit(1).executeTakeFirst()

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
async function findInstallationTime(db: Db, now: string): Promise<string | null> {
  const { time } = await db
    .selectFrom('users')
    .select(eb => eb.fn.min<string | null>('createdAt').as('time'))
    .where('createdAt', '<=', now)
    .executeTakeFirstOrThrow()
  return time
}

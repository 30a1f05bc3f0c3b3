import { readBackupSettings } from '#features/settings/server/settings-store.ts'
import { days, hours } from '#kit/rules/units.ts'
import type { Deps } from '#kit/server/deps.ts'
import { withLease } from '#kit/server/jobs/lease.ts'
import type { Backup } from '../../contract.ts'
import { fileLeaseName, listBackupFiles, removeBackupFile } from '../backup-files.ts'

const maxSafetyBackups = 10
const weeklyRetention = 61 * days
/** A backup dated further ahead was made before a wrong clock was set back, and counts as the oldest. */
const futureTolerance = 1 * hours

type RetentionDeps = Pick<Deps, 'config' | 'db' | 'log' | 'now'>

/** Removes outdated scheduled and safety backups, except one that is being restored. */
export async function removeExpiredBackups({ config, db, log, now }: RetentionDeps): Promise<void> {
  const { keep } = await readBackupSettings(db)
  // Completely written, but they could not be read back.
  const unread = await db
    .selectFrom('backupRuns')
    .select('filename')
    .where('problem', 'is not', null)
    .where('filename', 'is not', null)
    .execute()
  const expired = expiredBackups(
    await listBackupFiles(config),
    keep,
    now(),
    unread.map(({ filename }) => filename),
  )
  for (const { filename } of expired) {
    const remove = () => removeBackupFile(config, filename)
    if ((await withLease({ db, now }, fileLeaseName(filename), remove)) === 'taken') continue
    log.info({ backup: filename }, 'an old backup was removed')
  }
}

/**
 * The backups that can be removed. Of the scheduled ones, the last `keep` stay, and for two months the last of each
 * week. One that could not be read back (`unread`) doesn't count and stays until the next one. Of the safety backups,
 * the last ten stay. Manual and uploaded backups are never removed.
 */
export function expiredBackups(
  files: readonly Backup[],
  keep: number,
  now: Date,
  unread: readonly (string | null)[] = [],
): Backup[] {
  const timeOf = ({ timestamp }: Backup) => {
    const time = Date.parse(timestamp)
    return time - now.getTime() > futureTolerance ? 0 : time
  }
  const latestFirst = files.toSorted((a, b) => timeOf(b) - timeOf(a))
  const isUnread = ({ filename }: Backup) => unread.includes(filename)
  const allScheduled = latestFirst.filter(({ kind }) => kind === 'scheduled')
  const scheduled = allScheduled.filter(file => !isUnread(file))
  const weeklies = new Set([...Map.groupBy(scheduled, weekOf).values()].map(([latest]) => latest))
  const isRecent = ({ timestamp }: Backup) => now.getTime() - Date.parse(timestamp) < weeklyRetention
  return [
    ...allScheduled.slice(1).filter(isUnread),
    ...scheduled.slice(keep).filter(file => !(weeklies.has(file) && isRecent(file))),
    ...latestFirst.filter(({ kind }) => kind === 'safety').slice(maxSafetyBackups),
  ]
}

// Weeks start on Monday, and day 0 (1970-01-01) was a Thursday, three days later.
const weekOf = ({ timestamp }: Backup) => Math.floor((Date.parse(timestamp) / days + 3) / 7)

import { readBackupSettings } from '#features/settings/server/settings-store.ts'
import type { Deps } from '#kit/server/deps.ts'
import { withLease } from '#kit/server/jobs/lease.ts'
import { fileLeaseName, listBackupFiles, removeBackupFile } from '../backup-files.ts'
import { writeBackup } from '../format/write-backup.ts'
import { expiredBackups } from './backup-retention.ts'

type SafetyDeps = Pick<Deps, 'config' | 'db' | 'log' | 'now' | 'schema'>

/** Backs up the current data before something that changes much of it; returns the name of the backup. */
export async function makeSafetyBackup(deps: SafetyDeps, includeImages: boolean): Promise<string> {
  const filename = await writeBackup(deps, { kind: 'safety', includeImages })
  await removeExpiredBackups(deps)
  return filename
}

/** Removes outdated scheduled and safety backups, except one that is being restored. */
export async function removeExpiredBackups({ config, db, log, now }: SafetyDeps): Promise<void> {
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

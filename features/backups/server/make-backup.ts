import { type Actor, recordAudit } from '#features/audit/server/record-audit.ts'
import { insert } from '#kit/server/database/rows.ts'
import type { Deps } from '#kit/server/deps.ts'
import { HttpError } from '#kit/server/http/errors.ts'
import { pathOf } from './backup-files.ts'
import { type StagedBackup, withStagedBackup } from './format/stage-backup.ts'
import { writeBackup } from './format/write-backup.ts'
import { removeExpiredBackups } from './schedule/backup-retention.ts'

/** Makes a manual backup and reads all of it back, so that it counts as a good one. Returns its name. */
export async function makeBackup(
  deps: Deps,
  includeImages: boolean,
  by: Actor,
  inspect: (staged: StagedBackup) => Promise<void> = async () => undefined,
): Promise<string> {
  const { config, db, now } = deps
  const startedAt = now().toISOString()
  const filename = await writeBackup(deps, { kind: 'backup', includeImages })
  const details = { filename, includeImages }
  await recordAudit(db, { action: 'BACKUP_CREATED', details, by, time: now().toISOString() })
  await withStagedBackup(deps, pathOf(config, filename), inspect).catch(error => {
    if (!(error instanceof HttpError)) throw error
    const status = error.status === 507 ? 507 : 500
    throw new HttpError(status, `${filename} was written, but couldn’t be read back: ${error.message}`)
  })
  const finishedAt = now().toISOString()
  await insert(db, 'backupRuns', { startedAt, finishedAt, filename })
  return filename
}

type SafetyDeps = Pick<Deps, 'config' | 'db' | 'log' | 'now' | 'schema'>

/** Backs up the current data before something that changes much of it; returns the name of the backup. */
export async function makeSafetyBackup(deps: SafetyDeps, includeImages: boolean): Promise<string> {
  const filename = await writeBackup(deps, { kind: 'safety', includeImages })
  await removeExpiredBackups(deps)
  return filename
}

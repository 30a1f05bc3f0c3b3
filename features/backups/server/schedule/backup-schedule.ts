import { timestampBefore } from '#kit/rules/time/timestamps.ts'
import { days, minutes } from '#kit/rules/units.ts'
import { removeBefore } from '#kit/server/database/remove-before.ts'
import { change, insert } from '#kit/server/database/rows.ts'
import type { Deps } from '#kit/server/deps.ts'
import { HttpError } from '#kit/server/http/errors.ts'
import { type BackgroundWork, backgroundWork } from '#kit/server/jobs/background-work.ts'
import { withLease } from '#kit/server/jobs/lease.ts'
import { pathOf } from '../backup-files.ts'
import { withStagedBackup } from '../format/stage-backup.ts'
import { writeBackup } from '../format/write-backup.ts'
import { removeExpiredBackups } from './backup-retention.ts'
import { nextBackupAt } from './backup-status.ts'

const checkInterval = 5 * minutes

type ScheduleDeps = Pick<Deps, 'config' | 'db' | 'log' | 'now' | 'schema'>

/** Makes scheduled backups. Only one of several processes makes each. */
export const createBackupSchedule = (deps: ScheduleDeps): BackgroundWork =>
  backgroundWork({
    interval: checkInterval,
    work: () => makeScheduledBackup(deps),
    onError: error => deps.log.error({ err: error }, 'the scheduled backup failed'),
  })

/** Makes the scheduled backup if it is due, reads all of it back, and removes outdated backups. */
export async function makeScheduledBackup(deps: ScheduleDeps): Promise<void> {
  if (!(await isDue(deps))) return
  await withLease(deps, 'scheduled backup', async () => {
    // Another process may have made it between the check and the lease.
    if (!(await isDue(deps))) return
    try {
      await makeBackup(deps)
    } finally {
      await removeExpiredBackups(deps)
    }
  })
}

async function isDue(deps: ScheduleDeps): Promise<boolean> {
  const next = await nextBackupAt(deps)
  return next !== null && next <= deps.now()
}

async function makeBackup(deps: ScheduleDeps): Promise<void> {
  const { config, db, now } = deps
  const { id } = await insert(db, 'backupRuns', { startedAt: now().toISOString() })
  const finish = (outcome: { filename: string | null; problem: string | null }) =>
    change(db, 'backupRuns', { id }, { finishedAt: now().toISOString(), ...outcome })
  let filename: string | null = null
  try {
    filename = await writeBackup(deps, { kind: 'scheduled', includeImages: true })
    await withStagedBackup(deps, pathOf(config, filename), async () => undefined)
    await finish({ filename, problem: null })
  } catch (error) {
    await finish({
      filename,
      problem: error instanceof HttpError ? error.message : 'The backup could not be written.',
    })
    throw error
  }
  await removeBefore(db, 'backupRuns', 'startedAt', timestampBefore(now(), 90 * days))
}

import { basename } from 'node:path'
import { timestampBefore } from '#kit/rules/time/timestamps.ts'
import { days } from '#kit/rules/units.ts'
import { removeBefore } from '#kit/server/database/remove-before.ts'
import { change, insert, list } from '#kit/server/database/rows.ts'
import { readConsistently } from '#kit/server/database/transactions.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, HttpError } from '#kit/server/http/errors.ts'
import { isLeased, withLease } from '#kit/server/jobs/lease.ts'
import { fileLeaseName, pathOf } from '../backup-files.ts'
import type { Counts } from '../format/backup-format.ts'
import { withStagedBackup } from '../format/stage-backup.ts'
import { countTables } from '../format/table-rows.ts'
import { makeSafetyBackup } from '../make-backup.ts'
import { type Restorer, replaceEverything } from './replace-everything.ts'

export const restoreLease = 'restore'

const runRetention = 90 * days

type Restored = { safetyBackup: string; counts: Counts }

/**
 * Restores everything from a backup file. First the whole file is read into a separate database, which checks it.
 * Then the current data is saved in a safety backup, which is read back too. Finally one transaction replaces
 * everything or nothing, and records that it did. The primary admin and the restorer keep account, password and
 * rights; all other sessions end. A JSON backup restores only the pictures that the database still has. Throws 400
 * for an unusable file, and 409 for a newer one or while another restore runs.
 */
export async function restoreFrom(deps: Deps, path: string, by: Restorer): Promise<Restored> {
  const outcome = await withLease(deps, fileLeaseName(basename(path)), () => restoreWithLease(deps, path, by))
  if (outcome === 'taken') throw restoringAlready()
  return outcome
}

function restoreWithLease(deps: Deps, path: string, by: Restorer): Promise<Restored | 'taken'> {
  const { config, db, now } = deps
  const filename = basename(path)
  return withLease(deps, restoreLease, async lease => {
    const startedAt = now()
    await removeBefore(db, 'restoreRuns', 'startedAt', timestampBefore(startedAt, runRetention))
    const run = await insert(db, 'restoreRuns', { filename, startedAt: startedAt.toISOString() })
    const work = withStagedBackup(deps, path, async staged => {
      const safetyBackup = await makeSafetyBackup(deps, true)
      await withStagedBackup(deps, pathOf(config, safetyBackup), async () => undefined, { mayBeEmpty: true })
      await change(db, 'restoreRuns', { id: run.id }, { safetyBackup })
      await replaceEverything(deps, staged, { runId: run.id, lease, by, filename, safetyBackup })
      return { safetyBackup, counts: await countTables(staged.db, deps.schema.tables) }
    })
    return work.catch(async error => {
      const problem = error instanceof HttpError ? error.message : 'The restore failed. Nothing was changed.'
      // Unless it has finished: if the reply to its commit was lost, only the database knows that.
      const unfinished = { id: run.id, finishedAt: null }
      // If even this fails, the run counts as interrupted.
      await change(db, 'restoreRuns', unfinished, { finishedAt: now().toISOString(), problem }).catch(
        () => undefined,
      )
      throw error
    })
  })
}

/** The latest restores and their outcomes, latest first. One that never finished has changed nothing. */
export async function listRestores({ db, now }: Pick<Deps, 'db' | 'now'>) {
  // In one snapshot, because a restore could begin or end between two queries.
  const [isRunning, runs] = await readConsistently(
    db,
    async tx =>
      [
        await isLeased(tx, restoreLease, now()),
        await list(tx, 'restoreRuns', {}, { order: ['-id'], limit: 10 }),
      ] as const,
  )
  return runs.map(({ finishedAt, problem, ...run }, index) => {
    if (finishedAt === null && isRunning && index === 0)
      return { ...run, outcome: 'running' as const, message: null }
    const message =
      finishedAt === null ? 'The server stopped before the restore was done. Nothing was changed.' : problem
    return { ...run, outcome: message === null ? ('done' as const) : ('failed' as const), message }
  })
}

const restoringAlready = () =>
  conflict(
    'A restore is already running. Please wait until it has finished. If its server was stopped, try again in half a minute.',
  )

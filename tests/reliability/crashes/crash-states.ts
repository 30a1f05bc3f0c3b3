/** What an interrupted operation may leave behind: all or nothing, and true messages about it. */
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { listBackupFiles, pathOf } from '#features/backups/server/backup-files.ts'
import { withStagedBackup } from '#features/backups/server/format/stage-backup.ts'
import type { Deps } from '#kit/server/deps.ts'
import { findCorruption } from '#tests/reliability/support/actual-states.ts'
import { withCopy } from '#tests/reliability/support/harness.ts'
import { type Installation, withDeps } from '#tests/support/backups/installation.ts'
import { digestOf } from '#tests/support/databases/digest-tables.ts'
import type { Operation } from './crash-operations.ts'

export type State = { rows: string; isReportedDone: boolean | undefined }

/**
 * The state that must equal the one before or after, once a start has resumed the operation; throws for what
 * must never happen.
 */
export const stateOf = (operation: Operation, installation: Installation): Promise<State> =>
  withDeps(installation, async deps => {
    const { db } = deps
    await operation.resume?.(deps)
    expect(await findCorruption(db)).toEqual([])
    // Their times differ between runs, but not their number.
    const { auditLogs: _, trash: __, ...digests } = await digestOf(db)
    if (operation.createsRestaurants) digests.restaurants = await restaurantsOf(deps)
    const trash = await db.selectFrom('trash').select(['kind', 'itemId', 'name', 'snapshot']).execute()
    const audit = await db.selectFrom('auditLogs').select(['action', 'userId']).execute()
    await expectCompleteBackups(deps)
    return {
      rows: JSON.stringify({ digests, trash, audit }),
      isReportedDone: await operation.isReportedDone?.(deps),
    }
  })

// Works on a copy, because reading the state migrates the database and resumes what was begun.
export const stateOfCopy = (operation: Operation, installation: Installation): Promise<State> =>
  withCopy(installation, copy => stateOf(operation, copy))

/** A digest of the restaurants without their ids and times. */
async function restaurantsOf({ db }: Deps): Promise<string> {
  const rows = await db.selectFrom('restaurants').selectAll().orderBy('name').execute()
  const lasting = rows.map(({ id: _, createdAt: __, updatedAt: ___, ...row }) => row)
  return createHash('sha256').update(JSON.stringify(lasting)).digest('hex')
}

/** If there is a safety backup, it must have all data from before. */
export const expectSafetyBackup = (installation: Installation, initial: State): Promise<void> =>
  withDeps(installation, async deps => {
    const safety = (await listBackupFiles(deps.config)).find(({ kind }) => kind === 'safety')
    if (!safety) return
    await withStagedBackup(deps, pathOf(deps.config, safety.filename), async ({ db }) => {
      const { auditLogs: _, trash: __, images, ...digests } = await digestOf(db)
      const expected = JSON.parse(initial.rows).digests
      // A JSON backup has no images.
      const found = safety.hasImages ? { ...digests, images } : { ...digests, images: expected.images }
      expect(found, 'the safety backup').toEqual(expected)
    })
  })

async function expectCompleteBackups(deps: Deps): Promise<void> {
  for (const { filename } of await listBackupFiles(deps.config)) {
    await withStagedBackup(deps, pathOf(deps.config, filename), async () => undefined, { mayBeEmpty: true })
  }
}

/** What an operation that was interrupted may leave behind: all of it or nothing, and what is said of it is true. */
import { createHash } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { listBackupFiles, pathOf } from '#server/features/backups/backup-files.ts'
import { withStagedBackup } from '#server/features/backups/stage-backup.ts'
import { digestOf } from '#server/testing/backup-digest.ts'
import { unsound } from './actual-states.ts'
import type { Operation } from './crash-operations.ts'
import { copyOf, type Installation, withDeps } from './installation.ts'
import { expectNone, expectThat } from './scenario.ts'

export type State = { rows: string; isToldDone: boolean | undefined }

/** Everything that must be as before or as after, once a start has gone on with it; throws for what may never be. */
export const stateOf = (operation: Operation, installation: Installation): Promise<State> =>
  withDeps(installation, async deps => {
    const { db } = deps
    await operation.goOn?.(deps)
    expectNone(await unsound(db))
    // Their times differ with each run; how many there are does not.
    const { auditLogs: _, trash: __, ...digests } = await digestOf(db)
    if (operation.makesRestaurants) digests.restaurants = await restaurantsOf(deps)
    const trash = await db.selectFrom('trash').select(['kind', 'itemId', 'name', 'snapshot']).execute()
    const audit = await db.selectFrom('auditLogs').select(['action', 'userId']).execute()
    await expectWholeBackups(deps)
    return {
      rows: JSON.stringify({ digests, trash, audit }),
      isToldDone: await operation.isToldDone?.(deps),
    }
  })

// A look migrates what it looks at, and goes on with what was begun.
export async function stateOfCopy(operation: Operation, installation: Installation): Promise<State> {
  const copy = await copyOf(installation)
  return stateOf(operation, copy).finally(() => copy.remove())
}

/** All but their ids and times. */
async function restaurantsOf({ db }: Deps): Promise<string> {
  const rows = await db.selectFrom('restaurants').selectAll().orderBy('name').execute()
  const lasting = rows.map(({ id: _, createdAt: __, updatedAt: ___, ...row }) => row)
  return createHash('sha256').update(JSON.stringify(lasting)).digest('hex')
}

/** A safety backup that is offered has everything as it was before. */
export const expectSafetyOf = (installation: Installation, atFirst: State): Promise<void> =>
  withDeps(installation, async deps => {
    const safety = (await listBackupFiles(deps.config)).find(({ kind }) => kind === 'safety')
    if (!safety) return
    await withStagedBackup(deps, pathOf(deps.config, safety.filename), async ({ db }) => {
      const { auditLogs: _, trash: __, images, ...digests } = await digestOf(db)
      const expected = JSON.parse(atFirst.rows).digests
      // A JSON backup has no pictures.
      const found = safety.hasImages ? { ...digests, images } : { ...digests, images: expected.images }
      const isSame = JSON.stringify(found) === JSON.stringify(expected)
      expectThat(isSame, 'the safety backup is not what was there before')
    })
  })

async function expectWholeBackups(deps: Deps): Promise<void> {
  for (const { filename } of await listBackupFiles(deps.config)) {
    await withStagedBackup(deps, pathOf(deps.config, filename), async () => undefined, { mayBeEmpty: true })
  }
}

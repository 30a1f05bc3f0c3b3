import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { migrations } from '#app/migrations/migrations.ts'
import { listBackupFiles } from '#features/backups/server/backup-files.ts'
import { writeBackup } from '#features/backups/server/format/write-backup.ts'
import { listRestores } from '#features/backups/server/restore/restore-backup.ts'
import { readConfig } from '#kit/server/config/config.ts'
import { openDatabase, sqliteFileName } from '#kit/server/database/connection/open.ts'
import type { Engine } from '#kit/server/database/drivers/dialect.ts'
import type { Deps } from '#kit/server/deps.ts'
import { emptyInstallation, install, withClient } from '#tests/reliability/support/harness.ts'
import { placesOf } from '#tests/support/backups/import-runs.ts'
import { type Installation, launchScript, withDeps } from '#tests/support/backups/installation.ts'
import { fill, type Size } from '#tests/support/databases/fill.ts'
import { startFakeOverpass } from '#tests/support/services/fake-overpass.ts'

/** An operation that changes a lot of data, as a script that performs it once and exits. */
export type Operation = {
  title: string
  script: string
  args: (installation: Installation) => Promise<string[]>
  /** Creates the installation that the operation starts with. */
  prepare: (engine: Engine) => Promise<Installation>
  /** Whether the database, as the fault left it, has the whole change; throws if it has a part of it. */
  isDone?: (installation: Installation) => Promise<boolean>
  /** What the next start of the server resumes. */
  resume?: (deps: Deps) => Promise<void>
  /** Whether users are shown that it was completed. */
  isReportedDone?: (deps: Deps) => Promise<boolean>
  /** It creates restaurants, whose ids and times differ between runs. */
  createsRestaurants?: boolean
}

const crashOperation = new URL('crash-operation.ts', import.meta.url).href
const placesToImport = 150
const size: Size = { users: 40, restaurants: 30, ratings: 400, images: 4 }

export const operations: Operation[] = [
  {
    title: 'a restore [D-07 T-97]',
    script: 'commands/restore.ts',
    args: async ({ environment }) => {
      const [backup] = await listBackupFiles(readConfig(environment))
      return [backup?.filename ?? '']
    },
    prepare: async engine => {
      const installation = await filledInstallation(engine)
      await withDeps(installation, async deps => {
        await writeBackup(deps, { kind: 'backup', includeImages: true })
        await deps.db.deleteFrom('ratings').where('value', '<', 4).execute()
        await deps.db.updateTable('ratings').set({ comment: 'changed since' }).execute()
        await deps.db.updateTable('restaurants').set({ name: 'Renamed since' }).execute()
        await deps.db.updateTable('users').set({ imageHash: null }).execute()
      })
      return installation
    },
    isReportedDone: async deps => {
      const [latest] = await listRestores(deps)
      expect(latest?.outcome, 'a restore that ended').not.toBe('running')
      return latest?.outcome === 'done'
    },
  },
  {
    title: 'the migrations of a filled database [D-07]',
    script: crashOperation,
    args: async () => ['migrate'],
    prepare: async engine => {
      const installation = await emptyInstallation(engine)
      const kept = await readFile(new URL(keptFiles[engine], import.meta.url))
      if (engine === 'sqlite') await writeFile(join(installation.dataDir, sqliteFileName), gunzipSync(kept))
      else await withClient(installation, client => client.query(gunzipSync(kept).toString('utf8')))
      return installation
    },
    isDone: areMigrationsApplied,
  },
  {
    title: 'deleting all restaurants [D-07 T-60]',
    script: crashOperation,
    args: async () => ['bulk-delete'],
    prepare: engine => filledInstallation(engine),
  },
  {
    title: 'creating a backup [D-07]',
    script: 'commands/backup.ts',
    args: async () => [],
    prepare: engine => filledInstallation(engine),
  },
  {
    title: 'an import [D-07]',
    script: crashOperation,
    args: async () => ['import', String(placesToImport)],
    prepare: withPlaces,
    resume: async ({ jobs }) => {
      jobs.imports.wake()
      await jobs.imports.settled()
    },
    isReportedDone: deps => isImport(deps, 'done'),
    createsRestaurants: true,
  },
  {
    title: 'the undo of an import [D-07]',
    script: crashOperation,
    args: async () => ['undo-import'],
    prepare: async engine => {
      const installation = await withPlaces(engine)
      const { ended, output } = launchScript(crashOperation, installation, {
        args: ['import', String(placesToImport)],
      })
      expect((await ended).code, output()).toBe(0)
      return installation
    },
    isReportedDone: deps => isImport(deps, 'undone'),
  },
]

async function filledInstallation(
  engine: Engine,
  environment?: Record<string, string>,
): Promise<Installation> {
  const installation = await install(engine, environment)
  await withDeps(installation, deps => fill(deps, size))
  return installation
}

/** An installation with a fake Overpass API that has places to import. */
async function withPlaces(engine: Engine): Promise<Installation> {
  const overpass = await startFakeOverpass()
  overpass.known.elements = placesOf(placesToImport)
  return filledInstallation(engine, { OVERPASS_URL: overpass.url })
}

async function isImport({ db }: Deps, requested: 'done' | 'undone'): Promise<boolean> {
  const runs = await db.selectFrom('importRuns').select('state').execute()
  expect(runs.length).toBeLessThanOrEqual(1)
  // Either it had not yet begun or it was completed; a failed state is not possible.
  const possible = requested === 'done' ? [undefined, 'done'] : ['done', 'undone']
  expect(possible).toContain(runs[0]?.state)
  return runs[0]?.state === requested
}

const keptFiles = {
  sqlite: '../../support/installations/0005/sqlite.db.gz',
  postgres: '../../support/installations/0005/postgres.sql.gz',
}

async function areMigrationsApplied({ environment }: Installation): Promise<boolean> {
  const db = openDatabase(readConfig(environment), () => undefined)
  const { rows: applied } = await sql`select name from kysely_migration`.execute(db)
  const readLaterTable = db.selectFrom('restoreRuns').select('id').execute()
  const isLater = await readLaterTable.then(
    () => true,
    () => false,
  )
  await db.destroy()
  const all = Object.keys(migrations).length
  expect([5, all]).toContain(applied.length)
  expect(isLater, 'a table of a later migration is there').toBe(applied.length === all)
  return isLater
}

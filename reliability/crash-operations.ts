import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import SqliteDatabase from 'better-sqlite3'
import { readConfig } from '#server/config.ts'
import { recountTallies } from '#server/data/tallies-store.ts'
import { migrations } from '#server/database/migrate.ts'
import { sqliteFileName } from '#server/database/open.ts'
import { listBackupFiles } from '#server/features/backups/backup-files.ts'
import { writeBackup } from '#server/features/backups/write-backup.ts'
import { fill, type Size } from './fill.ts'
import { type Installation, newInstallation, prepare, withDeps } from './installation.ts'
import { expectThat, type Scale } from './scenario.ts'

/** Something that changes much, as a script that does it once and ends. */
export type Operation = {
  title: string
  script: string
  args: (installation: Installation) => Promise<string[]>
  /** What it begins with, on SQLite. */
  prepare: (scale: Scale) => Promise<Installation>
  /** Whether the file, as the kill has left it, has the whole change; throws where it has a part. */
  isDone?: (installation: Installation) => boolean
  points: number
  shortPoints: number
}

const size: Size = { users: 40, restaurants: 30, ratings: 400, images: 4 }

export const operations: Operation[] = [
  {
    title: 'a restore',
    script: '../server/commands/restore.ts',
    args: async ({ environment }) => {
      const [backup] = await listBackupFiles(readConfig(environment))
      return [backup?.filename ?? '']
    },
    prepare: async scale => {
      const installation = await filled(scale)
      await withDeps(installation, async deps => {
        await writeBackup(deps, { kind: 'backup', includeImages: true })
        await deps.db.deleteFrom('ratings').where('value', '<', 4).execute()
        await deps.db.updateTable('ratings').set({ comment: 'changed since' }).execute()
        await deps.db.updateTable('restaurants').set({ name: 'Renamed since' }).execute()
        await deps.db.updateTable('users').set({ imageHash: null }).execute()
        await deps.db.transaction().execute(recountTallies)
      })
      return installation
    },
    points: 40,
    shortPoints: 3,
  },
  {
    title: 'the migrations of a filled database',
    script: './crash-operation.ts',
    args: async () => ['migrate'],
    prepare: async scale => {
      const installation = await newInstallation('sqlite', scale)
      const kept = new URL('../server/testing/installations/0005/sqlite.db.gz', import.meta.url)
      await writeFile(join(installation.dataDir, sqliteFileName), gunzipSync(await readFile(kept)))
      return installation
    },
    isDone: areAllApplied,
    points: 20,
    shortPoints: 3,
  },
  {
    title: 'deleting all restaurants',
    script: './crash-operation.ts',
    args: async () => ['bulk-delete'],
    prepare: filled,
    points: 20,
    shortPoints: 0,
  },
  {
    title: 'creating a backup',
    script: '../server/commands/backup.ts',
    args: async () => [],
    prepare: filled,
    points: 20,
    shortPoints: 0,
  },
]

async function filled(scale: Scale): Promise<Installation> {
  const installation = await newInstallation('sqlite', scale)
  await prepare(installation)
  await withDeps(installation, deps => fill(deps, size))
  return installation
}

function areAllApplied({ dataDir }: Installation): boolean {
  const file = new SqliteDatabase(join(dataDir, sqliteFileName))
  try {
    const applied = file.prepare('select name from kysely_migration').all().length
    const isLater = file.prepare("select name from sqlite_master where name = 'restoreRuns'").all().length > 0
    const all = Object.keys(migrations).length
    expectThat(applied === 5 || applied === all, `${applied} of ${all} migrations are applied`)
    expectThat(isLater === (applied === all), 'the tables are not those that the migrations say')
    return isLater
  } finally {
    file.close()
  }
}

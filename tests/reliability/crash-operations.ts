import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { readConfig } from '#server/config.ts'
import { recountTallies } from '#server/data/tallies-store.ts'
import type { Engine } from '#server/database/dialect.ts'
import { migrations } from '#server/database/migrate.ts'
import { sqliteFileName } from '#server/database/open.ts'
import type { Deps } from '#server/deps.ts'
import { listBackupFiles } from '#server/features/backups/backup-files.ts'
import { writeBackup } from '#server/features/backups/format/write-backup.ts'
import { listRestores } from '#server/features/backups/restore/restore-backup.ts'
import { fill, type Size } from './fill.ts'
import { type Installation, launch, newInstallation, prepare, withDeps } from './installation.ts'
import { expectThat, type Scale } from './scenario.ts'

/** An operation that changes a lot of data, as a script that performs it once and exits. */
export type Operation = {
  title: string
  script: string
  args: (installation: Installation) => Promise<string[]>
  /** Creates the installation that the operation starts with. */
  prepare: (engine: Engine, scale: Scale) => Promise<Installation>
  /** Whether the database, as the fault left it, has the whole change; throws if it has a part of it. */
  isDone?: (installation: Installation) => Promise<boolean>
  /** What the next start of the server resumes. */
  resume?: (deps: Deps) => Promise<void>
  /** Whether users are shown that it was completed. */
  isReportedDone?: (deps: Deps) => Promise<boolean>
  /** It creates restaurants, whose ids and times differ between runs. */
  createsRestaurants?: boolean
  shortPoints: Record<Engine, number>
  /** The threats in docs/security.md that this covers, too. */
  threats?: string[]
}

const size: Size = { users: 40, restaurants: 30, ratings: 400, images: 4 }

export const operations: Operation[] = [
  {
    title: 'a restore',
    threats: ['T-97'],
    script: '../server/commands/restore.ts',
    args: async ({ environment }) => {
      const [backup] = await listBackupFiles(readConfig(environment))
      return [backup?.filename ?? '']
    },
    prepare: async (engine, scale) => {
      const installation = await filledInstallation(engine, scale)
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
    isReportedDone: async deps => {
      const [latest] = await listRestores(deps)
      expectThat(latest?.outcome !== 'running', 'a restore that ended counts as running')
      return latest?.outcome === 'done'
    },
    shortPoints: { sqlite: 3, postgres: 0 },
  },
  {
    title: 'the migrations of a filled database',
    script: './crash-operation.ts',
    args: async () => ['migrate'],
    prepare: async (engine, scale) => {
      const installation = await newInstallation(engine, scale)
      const kept = await readFile(new URL(keptFiles[engine], import.meta.url))
      if (engine === 'sqlite') await writeFile(join(installation.dataDir, sqliteFileName), gunzipSync(kept))
      else await withClient(installation, client => client.query(gunzipSync(kept).toString('utf8')))
      return installation
    },
    isDone: areMigrationsApplied,
    shortPoints: { sqlite: 3, postgres: 0 },
  },
  {
    title: 'deleting all restaurants',
    threats: ['T-60'],
    script: './crash-operation.ts',
    args: async () => ['bulk-delete'],
    prepare: filledInstallation,
    shortPoints: { sqlite: 0, postgres: 0 },
  },
  {
    title: 'creating a backup',
    script: '../server/commands/backup.ts',
    args: async () => [],
    prepare: filledInstallation,
    shortPoints: { sqlite: 0, postgres: 0 },
  },
  {
    title: 'an import',
    script: './crash-operation.ts',
    args: async () => ['import', String(places.length)],
    prepare: withPlaces,
    resume: async ({ imports }) => {
      imports.wake()
      await imports.settled()
    },
    isReportedDone: deps => isImport(deps, 'done'),
    createsRestaurants: true,
    shortPoints: { sqlite: 0, postgres: 3 },
  },
  {
    title: 'the undo of an import',
    script: './crash-operation.ts',
    args: async () => ['undo-import'],
    prepare: async (engine, scale) => {
      const installation = await withPlaces(engine, scale)
      const { ended, output } = launch('./crash-operation.ts', installation, {
        args: ['import', String(places.length)],
      })
      expectThat((await ended).code === 0, `the import failed:\n${output()}`)
      return installation
    },
    isReportedDone: deps => isImport(deps, 'undone'),
    shortPoints: { sqlite: 0, postgres: 0 },
  },
]

async function filledInstallation(
  engine: Engine,
  scale: Scale,
  environment?: Record<string, string>,
): Promise<Installation> {
  const installation = await newInstallation(engine, scale, environment)
  await prepare(installation)
  await withDeps(installation, deps => fill(deps, size))
  return installation
}

/** An installation with a fake Overpass API that has places to import. */
async function withPlaces(engine: Engine, scale: Scale): Promise<Installation> {
  const server = createServer(async (request, response) => {
    const asked = new URLSearchParams(await text(request)).get('data') ?? ''
    const ids = new Set(/node\(id:([\d,]+)\)/.exec(asked)?.[1]?.split(',').map(Number))
    const elements = places.filter(({ id }) => ids.has(id))
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ elements }))
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const installation = await filledInstallation(engine, scale, { OVERPASS_URL: `http://127.0.0.1:${port}` })
  return {
    ...installation,
    remove: async () => {
      server.close()
      server.closeAllConnections()
      await installation.remove()
    },
  }
}

const places = Array.from({ length: 150 }, (_, index) => ({
  type: 'node',
  id: index + 1,
  lat: 35.4637 + index / 10_000,
  lon: -82.5354,
  tags: { name: `Place ${index + 1}`, amenity: 'restaurant', 'addr:street': `Street ${index + 1}` },
}))

async function isImport({ db }: Deps, wanted: 'done' | 'undone'): Promise<boolean> {
  const runs = await db.selectFrom('importRuns').select('state').execute()
  expectThat(runs.length <= 1, `${runs.length} imports are listed`)
  // Either it had not yet begun or it was completed; a failed state is not possible.
  const possible = wanted === 'done' ? [undefined, 'done'] : ['done', 'undone']
  expectThat(possible.includes(runs[0]?.state), `the import is listed as ${runs[0]?.state}`)
  return runs[0]?.state === wanted
}

const keptFiles = {
  sqlite: '../server/testing/installations/0005/sqlite.db.gz',
  postgres: '../server/testing/installations/0005/postgres.sql.gz',
}

async function areMigrationsApplied(installation: Installation): Promise<boolean> {
  const [applied, isLater] = await appliedTo(installation)
  const all = Object.keys(migrations).length
  expectThat(applied === 5 || applied === all, `${applied} of ${all} migrations are applied`)
  expectThat(isLater === (applied === all), 'the tables are not those that the migrations say')
  return isLater
}

/** How many migrations are applied, and whether a table of a later one exists. */
async function appliedTo(installation: Installation): Promise<[number, boolean]> {
  const applied = 'select name from kysely_migration'
  if (installation.engine === 'postgres') {
    const later = `select 1 from pg_tables where tablename = 'restoreRuns'`
    return withClient(installation, async client => [
      (await client.query(applied)).rows.length,
      (await client.query(later)).rows.length > 0,
    ])
  }
  const file = new SqliteDatabase(join(installation.dataDir, sqliteFileName))
  try {
    const later = "select name from sqlite_master where name = 'restoreRuns'"
    return [file.prepare(applied).all().length, file.prepare(later).all().length > 0]
  } finally {
    file.close()
  }
}

/** A separate connection to an installation on PostgreSQL. */
export async function withClient<T>(
  { environment }: Installation,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: environment.DATABASE_URL })
  await client.connect()
  return work(client).finally(() => client.end())
}

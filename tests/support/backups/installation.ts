import { cp } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createDeps } from '#app/create-deps.ts'
import { prepareInstallation } from '#features/installation/server/prepare-installation.ts'
import { readConfig } from '#kit/server/config/config.ts'
import type { Engine } from '#kit/server/database/drivers/dialect.ts'
import type { Deps } from '#kit/server/deps.ts'
import { cleanUpAfterTests } from '#tests/support/clean-up.ts'
import { createDatabase, dropDatabase } from '#tests/support/databases/postgres.ts'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { type LaunchOptions, launch, originOf, type Process } from '#tests/support/processes/launch.ts'

/** A database of one engine, and the environment for a server to use it. */
export type Installation = {
  engine: Engine
  dataDir: string
  environment: Record<string, string> & { DATA_DIR: string; DATABASE_URL: string }
  remove: () => Promise<void>
}

const adminPassword = 'reliability'

/** A new folder and, on this PostgreSQL, a new database, which may be a copy of another. */
export async function newPlace(postgresUrl: string, copied: { template?: string } = {}) {
  const { path: dataDir, remove } = await temporaryFolder('installation')
  const databaseUrl = postgresUrl && (await createDatabase(postgresUrl, copied))
  return {
    dataDir,
    databaseUrl,
    remove: async () => {
      await remove()
      if (databaseUrl) await dropDatabase(databaseUrl)
    },
  }
}

export async function newInstallation(
  engine: Engine,
  postgresUrl: string,
  environment: Record<string, string> = {},
): Promise<Installation> {
  const { dataDir, databaseUrl, remove } = await newPlace(engine === 'postgres' ? postgresUrl : '')
  return { ...installationIn(dataDir, environment, databaseUrl), remove }
}

/** An installation in an existing folder. */
export function installationIn(
  dataDir: string,
  environment: Record<string, string> = {},
  databaseUrl = '',
): Installation {
  return {
    engine: databaseUrl ? 'postgres' : 'sqlite',
    dataDir,
    environment: {
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      STARTER_DATA: 'none',
      GEOCODER: 'off',
      PRIMARY_ADMIN_PASSWORD: adminPassword,
      RATE_LIMITS: 'off',
      ...environment,
    },
    remove: async () => undefined,
  }
}

/** Where a command may make an installation until the tests end, of the engine under test or of SQLite. */
export async function emptyPlace({ sqlite = false } = {}) {
  const engine = process.env.ENGINE === 'postgres' && !sqlite ? 'postgres' : 'sqlite'
  const { environment, remove } = await newInstallation(engine, process.env.TEST_POSTGRES_URL ?? '')
  cleanUpAfterTests(remove)
  return environment
}

/** Copies an installation that no process has open. */
export async function copyOf({ dataDir, environment }: Installation): Promise<Installation> {
  const template = environment.DATABASE_URL
  const { databaseUrl, remove, ...place } = await newPlace(template, { template })
  await cp(dataDir, place.dataDir, { recursive: true })
  const changed = { DATA_DIR: place.dataDir, DATABASE_URL: databaseUrl }
  return { ...installationIn(place.dataDir, { ...environment, ...changed }, databaseUrl), remove }
}

/** Opens the database in this process while `work` runs, migrated as at a server's start. */
export async function withDeps<T>(
  { environment }: Installation,
  work: (deps: Deps) => Promise<T>,
): Promise<T> {
  const deps = await createDeps(readConfig({ ...environment, LOG_LEVEL: 'silent' }))
  return work(deps).finally(() => deps.db.destroy())
}

export const prepare = (installation: Installation) => withDeps(installation, prepareInstallation)

export type Server = Process & { origin: string; seconds: number }

type Options = LaunchOptions & {
  args?: string[]
  /** A command that wraps the process, such as strace. */
  wrapper?: string[]
  /** Options of Node itself. */
  flags?: string[]
}

/** Runs a script as a process; its path is relative to `app/`. */
export function launchScript(
  script: string,
  { environment, dataDir }: { environment: Record<string, string>; dataDir: string },
  { args = [], wrapper = [], env = {}, flags = [], ...options }: Options = {},
): Process {
  const path = fileURLToPath(new URL(script, new URL('../../../app/', import.meta.url)))
  // No compile cache under strace, so that only the program's own writes are seen.
  const uncached = wrapper.length > 0 && { NODE_DISABLE_COMPILE_CACHE: '1' }
  return launch([...wrapper, process.execPath, ...flags, path, ...args], {
    dataDir,
    env: { ...environment, ...uncached, ...env },
    ...options,
  })
}

/** Starts the server as `npm start` does and waits until it listens; throws if it ends instead. */
export async function startServer(installation: Installation, options: Options = {}): Promise<Server> {
  const start = performance.now()
  const server = launchScript('main.ts', installation, options)
  const origin = await originOf(server)
  return { ...server, origin, seconds: (performance.now() - start) / 1000 }
}

/** Runs a server during `work` and makes sure that it has ended afterwards. */
export async function withServer<T>(
  installation: Installation,
  work: (server: Server) => Promise<T>,
  options: Options = {},
): Promise<T> {
  const server = await startServer(installation, { ...options, outlivesTest: true })
  return work(server).finally(server.end)
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readConfig } from '#server/config.ts'
import { createDeps } from '#server/create-deps.ts'
import type { Engine } from '#server/database/dialect.ts'
import type { Deps } from '#server/deps.ts'
import { prepareInstallation } from '#server/features/installation/prepare-installation.ts'
import { compileCache } from '#server/testing/compile-cache.ts'
import { runOnExit, temporaryFolder } from '#server/testing/guard.ts'
import { createDatabase, dropDatabase } from '#server/testing/postgres.ts'

/** A database of one engine, and the environment for a server to use it. */
export type Installation = {
  engine: Engine
  dataDir: string
  environment: Record<string, string>
  remove: () => Promise<void>
}

const adminPassword = 'reliability'

export async function newInstallation(
  engine: Engine,
  { postgresUrl }: { postgresUrl: () => Promise<string> | string },
  environment: Record<string, string> = {},
): Promise<Installation> {
  const { path, remove } = await temporaryFolder('reliability')
  const databaseUrl = engine === 'postgres' ? await createDatabase(await postgresUrl()) : ''
  return {
    ...installationIn(path, environment, databaseUrl),
    remove: async () => {
      await remove()
      if (databaseUrl) await dropDatabase(databaseUrl)
    },
  }
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

/** Copies an installation that no process has open. */
export async function copyOf({ dataDir, environment }: Installation): Promise<Installation> {
  const { path, remove } = await temporaryFolder('reliability')
  await cp(dataDir, path, { recursive: true })
  const template = environment.DATABASE_URL
  const DATABASE_URL = template ? await createDatabase(template, { template }) : ''
  return {
    ...installationIn(path, { ...environment, DATA_DIR: path, DATABASE_URL }, DATABASE_URL),
    remove: async () => {
      await remove()
      if (DATABASE_URL) await dropDatabase(DATABASE_URL)
    },
  }
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

export type Process = {
  pid: number
  output: () => string
  kill: (signal: NodeJS.Signals) => void
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

export type Server = Process & { origin: string; seconds: number }

type LaunchOptions = {
  args?: string[]
  /** A command that wraps the process, such as strace. */
  wrapper?: string[]
  env?: object
  /** Options of Node itself. */
  flags?: string[]
  /** A file for the output, if that may be large. */
  log?: string
}

/** Runs one of the program's scripts as a process. */
export function launch(
  script: string,
  { environment, dataDir }: Installation,
  { args = [], wrapper = [], env = {}, flags = [], log }: LaunchOptions = {},
): Process {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const [command = '', ...rest] = [...wrapper, process.execPath, ...flags, path, ...args]
  const file = log === undefined ? undefined : openSync(log, 'a')
  const child = spawn(command, rest, {
    // Its own folder, so that it does not read a developer's .env.
    cwd: dataDir,
    // No compile cache under strace, so that only the program's own writes are seen.
    env: {
      PATH: process.env.PATH,
      ...(wrapper.length === 0 && compileCache),
      PORT: '0',
      ...environment,
      ...env,
    },
    stdio: file === undefined ? ['ignore', 'pipe', 'pipe'] : ['ignore', file, file],
  })
  if (file !== undefined) closeSync(file)
  const guard = runOnExit('kill -9 "$1"', [String(child.pid)])
  // After the process has ended, its id may soon belong to another one.
  child.once('exit', () => guard.kill('SIGKILL'))
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => said.push(String(chunk)))
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  const output = () => (log === undefined ? said.join('') : readFileSync(log, 'utf8'))
  return { pid: child.pid ?? 0, output, kill: signal => void child.kill(signal), ended }
}

const main = '../../server/main.ts'

/** Starts the server as `npm start` does and waits until it listens; throws if it ends instead. */
export async function startServer(
  installation: Installation,
  options: Omit<LaunchOptions, 'args'> = {},
): Promise<Server> {
  const start = performance.now()
  const server = launch(main, installation, options)
  let hasEnded = false
  void server.ended.then(() => {
    hasEnded = true
  })
  while (!hasEnded) {
    const origin = /Server listening at (http:\/\/127\.0\.0\.1:\d+)/.exec(server.output())?.[1]
    if (origin) return { ...server, origin, seconds: (performance.now() - start) / 1000 }
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  const { code, signal } = await server.ended
  throw new Error(`The server did not start, and ended with ${signal ?? code}:\n${server.output()}`)
}

/** Runs a server during `work` and makes sure that it has ended afterwards. */
export async function withServer<T>(
  installation: Installation,
  work: (server: Server) => Promise<T>,
  options: Omit<LaunchOptions, 'args'> = {},
): Promise<T> {
  const server = await startServer(installation, options)
  try {
    return await work(server)
  } finally {
    server.kill('SIGKILL')
    await server.ended
  }
}

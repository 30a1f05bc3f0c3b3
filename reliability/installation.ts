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
import { temporaryFolder, whenWeEnd } from '#server/testing/guard.ts'
import { createDatabase, dropDatabase } from '#server/testing/postgres.ts'
import type { Scale } from './scenario.ts'

/** A database of one engine and the environment that leads a server to it. */
export type Installation = {
  engine: Engine
  dataDir: string
  environment: Record<string, string>
  remove: () => Promise<void>
}

export const adminPassword = 'reliability'

export async function newInstallation(
  engine: Engine,
  { postgresUrl }: Pick<Scale, 'postgresUrl'>,
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

/** One whose folder is there already. */
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

/** A copy of one that nobody has open. */
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

/** Opens the database in this process for so long, migrated, as a server does at its start. */
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
  /** What wraps it, as strace does. */
  through?: string[]
  env?: object
  /** Node's own. */
  flags?: string[]
  /** A file for what it says, where that may be much. */
  log?: string
}

/** Runs one of the program's scripts as a process of its own. */
export function launch(
  script: string,
  { environment, dataDir }: Installation,
  { args = [], through = [], env = {}, flags = [], log }: LaunchOptions = {},
): Process {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const [command = '', ...rest] = [...through, process.execPath, ...flags, path, ...args]
  const file = log === undefined ? undefined : openSync(log, 'a')
  const child = spawn(command, rest, {
    // Its own folder, so that no .env of a developer is read.
    cwd: dataDir,
    // Under strace nothing is written but what the program itself writes.
    env: {
      PATH: process.env.PATH,
      ...(through.length === 0 && compileCache),
      PORT: '0',
      ...environment,
      ...env,
    },
    stdio: file === undefined ? ['ignore', 'pipe', 'pipe'] : ['ignore', file, file],
  })
  if (file !== undefined) closeSync(file)
  const guard = whenWeEnd('kill -9 "$1"', [String(child.pid)])
  // Once it has ended, its number may soon be another process'.
  child.once('exit', () => guard.kill('SIGKILL'))
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => said.push(String(chunk)))
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  const output = () => (log === undefined ? said.join('') : readFileSync(log, 'utf8'))
  return { pid: child.pid ?? 0, output, kill: signal => void child.kill(signal), ended }
}

const main = '../server/main.ts'

/** The server as `npm start` runs it, once it answers; throws where it ends instead. */
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

/** Runs a server for so long, and makes sure that it is gone. */
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

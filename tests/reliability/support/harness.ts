import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import type { Engine } from '#kit/server/database/drivers/dialect.ts'
import {
  copyOf,
  type Installation,
  newInstallation,
  prepare,
  startServer,
  withDeps,
} from '#tests/support/backups/installation.ts'
import { startPostgres } from '#tests/support/databases/postgres.ts'
import { findPostgresBinaries } from '#tests/support/databases/postgres-binaries.ts'
import { actualStates, findCorruption } from './actual-states.ts'
import { type Load, prepareLoad, writeUntil } from './writers.ts'

const succeeds = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** What this machine can't do; a test that needs it is skipped. */
export const lacks = {
  /** A cluster of our own, which may be restarted, and whose processes may be killed. */
  postgres: !findPostgresBinaries(),
  strace: !succeeds('strace', '-o', '/dev/null', 'true'),
  mount: !canMount(),
  linux: process.platform !== 'linux',
}

export const engines: Engine[] = process.env.TEST_POSTGRES_URL ? ['sqlite', 'postgres'] : ['sqlite']

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), 'common-table-mount-'))
  const can = succeeds('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder) && succeeds('umount', folder)
  rmdirSync(folder)
  return can
}

/** An installation without tables, until the test ends. */
export async function emptyInstallation(
  engine: Engine,
  environment: Record<string, string> = {},
  postgresUrl = process.env.TEST_POSTGRES_URL ?? '',
): Promise<Installation> {
  const installation = await newInstallation(engine, postgresUrl, environment)
  onTestFinished(() => installation.remove().catch(() => undefined))
  return installation
}

/** An installation as after its first start, until the test ends. */
export async function install(...given: Parameters<typeof emptyInstallation>): Promise<Installation> {
  const installation = await emptyInstallation(...given)
  await prepare(installation)
  return installation
}

/** A durable PostgreSQL of the test's own, which it may restart, crash and slow down, and an installation on it. */
export async function installOnOwnPostgres() {
  const { url, control, stop } = await startPostgres({ durable: true })
  onTestFinished(stop)
  return { control, installation: await install('postgres', {}, url) }
}

export async function withCopy<T>(
  original: Installation,
  work: (copy: Installation) => Promise<T>,
): Promise<T> {
  const copy = await copyOf(original)
  return work(copy).finally(copy.remove)
}

export const loadFor = (installation: Installation): Promise<Load> => withDeps(installation, prepareLoad)

/** Lets the writers of a load work until `stop`, which also waits for their last replies. */
export function startWriting(load: Load, origins: string[], isPatient = false) {
  const stop = new AbortController()
  const seen = { slowest: 0, rejected: 0, unanswered: 0, failed: [] as number[], returned: new Set<number>() }
  const writers = load.writers.map((write, index) => async (origin: string) => {
    const start = performance.now()
    const status = await write(origin)
    seen.slowest = Math.max(seen.slowest, (performance.now() - start) / 1000)
    if (status === 0) seen.unanswered += 1
    else if (status === 503) seen.rejected += 1
    else seen.returned.add(index)
    if (status === 0 || status >= 500) seen.failed.push(status)
    return status
  })
  const writing = writeUntil({ ...load, writers }, origins, { signal: stop.signal, isPatient })
  const finish = async () => {
    stop.abort()
    await writing
  }
  onTestFinished(finish)
  return { seen, stop: finish }
}

/** A server with sixteen writers at work until the test ends. */
export async function serveUnderLoad(
  installation: Installation,
  { isPatient = false, ...options }: Parameters<typeof startServer>[1] & { isPatient?: boolean } = {},
) {
  const load = await loadFor(installation)
  const server = await startServer(installation, options)
  return { load, server, origin: server.origin, writing: startWriting(load, [server.origin], isPatient) }
}

/** Every acknowledged write is there, exactly once and complete. */
export async function expectKept(installation: Installation, { ledger }: Load): Promise<void> {
  await withDeps(installation, async ({ db }) => {
    expect([...ledger.problems(await actualStates(db)), ...(await findCorruption(db))]).toEqual([])
  })
}

/** The people whose ratings are there, once the database is found to be whole. */
export const ratersIn = (installation: Installation): Promise<Set<number>> =>
  withDeps(installation, async ({ db }) => {
    expect(await findCorruption(db)).toEqual([])
    const rows = await db.selectFrom('ratings').select('userId').execute()
    return new Set(rows.map(({ userId }) => userId))
  })

/** A separate connection to an installation on PostgreSQL. */
export async function withClient<T>(
  { environment }: { environment: { DATABASE_URL: string } },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: environment.DATABASE_URL })
  client.on('error', () => undefined)
  await client.connect()
  return work(client).finally(() => client.end())
}

export const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'

/** Waits up to so many seconds for a condition; returns whether it holds. */
export async function within(
  seconds: number,
  holds: () => boolean | Promise<boolean>,
  pause = 10,
): Promise<boolean> {
  const end = performance.now() + seconds * 1000
  while (!(await holds()) && performance.now() < end) await setTimeout(pause)
  return holds()
}

import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFile, chown, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '#tests/support/processes/free-port.ts'
import { release, runOnExit } from '#tests/support/processes/guard.ts'
import { findPostgresBinaries, postgresUser, usableBinaries } from './postgres-binaries.ts'

export interface PrivatePostgres {
  /** Signs in as the cluster's superuser. */
  url: string
  /** `pg_ctl` on this cluster, for suites that restart or crash it: `control('restart', '-m', 'immediate')`. */
  control: (...args: string[]) => Promise<void>
  stop: () => Promise<void>
}

/** Starts a private PostgreSQL: a new cluster in a temporary folder, on a free loopback port. */
export async function startPostgres({ durable = false } = {}): Promise<PrivatePostgres> {
  const found = findPostgresBinaries()
  if (!found) throw new Error('PostgreSQL is not installed: no initdb and pg_ctl were found')
  const owner = postgresUser()
  const folder = await mkdtemp(join(tmpdir(), 'common-table-postgres-'))
  if (owner) await chown(folder, owner.uid, owner.gid)
  const binaries = usableBinaries(found, folder)
  const guard = runOnExit(
    '"$1/pg_ctl" -D "$2/data" -m immediate -s stop; rm -rf "$2"',
    [binaries, folder],
    owner,
  )
  const data = join(folder, 'data')
  const run = (program: string, ...args: string[]) =>
    runProgram(join(binaries, program), ['-D', data, ...args], { ...owner, cwd: folder })
  const control = (...args: string[]) =>
    run('pg_ctl', '--wait', '--silent', '--log', join(folder, 'log'), ...args)

  try {
    await run('initdb', '--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C', '--no-sync')
    const port = await freePort()
    await appendFile(join(data, 'postgresql.conf'), settings(port, durable))
    await control('start').catch(error => explain(error, join(folder, 'log')))
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, control, stop: () => release(guard) }
  } catch (error) {
    await release(guard)
    throw error
  }
}

/** Creates a database in the cluster of `url`, as a copy of `template` (the URL of a database) if given. */
export async function createDatabase(
  url: string,
  { template, name = `t_${randomUUID().replaceAll('-', '')}` }: { template?: string; name?: string } = {},
): Promise<string> {
  const source = template ? ` template ${pg.escapeIdentifier(databaseName(template))}` : ''
  await administer(clusterOf(url), `create database ${name}${source}`)
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

/** Closes all connections to the database in `url`, and drops it. */
export async function dropDatabase(url: string): Promise<void> {
  await administer(
    clusterOf(url),
    `drop database if exists ${pg.escapeIdentifier(databaseName(url))} with (force)`,
  )
}

const clusterOf = (url: string) => Object.assign(new URL(url), { pathname: '/postgres' }).href

/** Runs a statement on a connection of its own. */
export async function administer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query(statement).finally(() => client.end())
}

function databaseName(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1))
}

function settings(port: number, durable: boolean): string {
  const lines = [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    "unix_socket_directories = ''",
    'max_connections = 600',
    "timezone = 'UTC'",
  ]
  if (!durable) lines.push('fsync = off', 'synchronous_commit = off', 'full_page_writes = off')
  return `\n${lines.join('\n')}\n`
}

async function runProgram(
  file: string,
  args: string[],
  options: { cwd: string; uid?: number; gid?: number },
): Promise<void> {
  await promisify(execFile)(file, args, { ...options, env: { ...process.env, LC_ALL: 'C' } })
}

async function explain(error: unknown, log: string): Promise<never> {
  const lines = await readFile(log, 'utf8').catch(() => '')
  throw new Error(`PostgreSQL did not start. Its log says:\n${lines}`, { cause: error })
}

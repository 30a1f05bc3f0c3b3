import { accessSync, constants, copyFileSync, existsSync, linkSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import type { Kysely } from 'kysely'
import { hours } from '#kit/rules/units.ts'
import type { Config } from '#kit/server/config/config.ts'
import { isDiskFull, isFileForbidden, isWithoutLocks } from '#kit/server/database/drivers/dialect.ts'
import { durableSqlite, openSqliteFile } from '#kit/server/database/drivers/sqlite-dialect.ts'
import type { Database } from '#kit/server/database/schema.ts'
import { RetryingKysely } from '#kit/server/database/transactions.ts'
import { makeFolderSync } from '#kit/server/make-folder.ts'
import type { DatabaseObserver, Report } from './database-observer.ts'
import { codeOf, nameNewFile, restrictFile } from './name-new-file.ts'
import { openConnection, openPostgres } from './open-postgres.ts'

/** A database that must not be used as it is; the message says why and what to do. */
export class UnusableDatabaseError extends Error {}

/** Opens PostgreSQL if `databaseUrl` is given, otherwise the SQLite file in `dataDir`. Doesn't migrate it. */
export function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databasePool'>>,
  report: Report,
  observer?: DatabaseObserver,
): Kysely<Database> {
  const { databaseUrl, databasePool } = config
  return databaseUrl
    ? openPostgres({ databaseUrl, connections: databasePool }, report, observer)
    : openSqlite(config.dataDir, observer)
}

/**
 * Opens another connection to a database that is already open, for long reads: on SQLite everything else
 * would have to wait for them. The caller must destroy it.
 */
export function openReader(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Kysely<Database> {
  if (!config.databaseUrl)
    return new RetryingKysely({
      dialect: durableSqlite(openSqliteFile(join(config.dataDir, sqliteFileName))),
    })
  return openConnection(config.databaseUrl, { settings: { idle_in_transaction_session_timeout: 300_000 } })
}

/**
 * Runs work that touches every row, such as a restore, in statements that may
 * take an hour; all other statements are ended after ten seconds. On PostgreSQL
 * it uses a connection of its own; on SQLite statements have no time limit.
 */
export async function withLongTimeouts<T>(
  databaseUrl: string | null,
  db: Kysely<Database>,
  work: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  if (!databaseUrl) return work(db)
  const connection = openConnection(databaseUrl, {
    // While it waits for a table, everyone else waits behind it.
    settings: { statement_timeout: hours, lock_timeout: 10_000 },
    statement_timeout: hours,
    query_timeout: hours + 2_000,
  })
  try {
    return await work(connection)
  } finally {
    await connection.destroy()
  }
}

export const sqliteFileName = 'common-table.db'

// "CTbl": distinguishes our files from other SQLite databases.
const applicationId = 0x4354626c

function openSqlite(dataDir: string, observer?: DatabaseObserver): Kysely<Database> {
  const path = join(dataDir, sqliteFileName)
  try {
    makeFolderSync(dataDir)
    accessSync(dataDir, constants.W_OK)
    if (!existsSync(path)) createFile(path)
    // SQLite opens even a read-only file, and then rejects each write.
    const files = ['', '-wal', '-shm', '-journal'].map(end => path + end)
    for (const file of files.filter(existsSync)) accessSync(file, constants.R_OK | constants.W_OK)
    requireIntactFile(path)
    const dialect = durableSqlite(openSqliteFile(path))
    return new RetryingKysely({ dialect, ...(observer && { log: observer.statement }) })
  } catch (error) {
    if (error instanceof UnusableDatabaseError || isDiskFull(error)) throw error
    if (isWithoutLocks(error)) throw new UnusableDatabaseError(withoutLocks(path, reasonOf(error)))
    throw new UnusableDatabaseError(
      `DATA_DIR: ${path} can't be opened: ${reasonOf(error)}. ` +
        `The folder and its files must be readable and writable for ${ourUser()}.${hintFor(error, dataDir)}`,
    )
  }
}

const withoutLocks = (path: string, reason: string) =>
  `DATA_DIR: ${path} can't be locked or shared (${reason}). Another program holds it, or its disk has no locks or shared ` +
  'memory, as many network drives. Stop that program; use a local disk, or PostgreSQL (DATABASE_URL).'

// A container's user may have no name that the machine around it knows, so the message has the number.
const ourUser = () => `the user that this runs as${process.getuid ? ` (${process.getuid()})` : ''}`

const hintFor = (error: unknown, dataDir: string) =>
  process.getuid && isFileForbidden(error) && /^(EACCES|EPERM)$/.test(error.code ?? '')
    ? ` As root: chown -R ${process.getuid()} ${dataDir}`
    : ''

// Creates the file under a temporary name and then puts it in place in one step. So another process never
// sees a half-made file, and never loses one that it has created in the meantime. Like backups, the file and
// its log are accessible only to their owner.
function createFile(path: string): void {
  if (existsSync(`${path}-wal`)) {
    throw new UnusableDatabaseError(
      `${path} is missing, but its write-ahead log is still there. Put the database file back, or restore a backup; ` +
        'to start with an empty database, move the log away first.',
    )
  }
  const draft = `${path}.${process.pid}`
  try {
    const file = new SqliteDatabase(draft)
    file.pragma(`application_id = ${applicationId}`)
    file.close()
    restrictFile(draft)
    nameNewFile(draft, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** A damaged or foreign file stays unchanged, to the last byte. */
function requireIntactFile(path: string): void {
  // Without hard links, another process that creates the file claims its name first.
  for (let i = 0; i < 20 && statSync(path).size === 0; i += 1)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
  if (statSync(path).size === 0) {
    throw new UnusableDatabaseError(
      `${path} is empty (0 bytes), so its data is lost. Put a copy back, or move the file away to start over.`,
    )
  }
  const problem = findProblem(path)
  if (problem === null) return
  if (isIntactAlone(path)) {
    const [log, files] = existsSync(`${path}-journal`) ? ['-journal', '-journal'] : ['-wal', '-wal and -shm']
    throw new UnusableDatabaseError(
      `${path} can't be used: its log (${path}${log}) belongs to another copy of it, probably a newer one. Nothing was ` +
        `changed. Put that copy back. Or, to use this one, move its ${files} away first: what only they hold is lost.`,
    )
  }
  throw new UnusableDatabaseError(
    `${path} can't be used: ${problem}. Nothing was changed. ` +
      'Put an intact copy in its place, or move it away together with its -wal and -shm and restore a backup.',
  )
}

/** Whether the file has no problem without its log. It is looked at by another name, for which there is no log. */
function isIntactAlone(path: string): boolean {
  if (!['-wal', '-journal'].some(end => existsSync(path + end))) return false
  const alone = `${path}.${process.pid}`
  try {
    linkSync(path, alone)
    return findProblem(alone) === null
  } catch {
    // A disk without hard links.
    return false
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(alone + end, { force: true })
  }
}

function findProblem(path: string, { readonly = true } = {}): string | null {
  const file = new SqliteDatabase(path, { readonly })
  try {
    if (file.pragma('application_id', { simple: true }) !== applicationId)
      return 'it is a database of another program'
    const found = file.pragma('quick_check(1)', { simple: true })
    return found === 'ok' ? null : `it is damaged (${found})`
  } catch (error) {
    if (isDiskFull(error) || isWithoutLocks(error)) throw error
    return codeOf(error) === 'SQLITE_READONLY_ROLLBACK' ? findProblemOfRollback(path) : reasonOf(error)
  } finally {
    file.close()
  }
}

/**
 * A server killed while it switched the file to the log left a journal, which SQLite rolls back by writing. That is tried
 * with a copy: the file may be another program's, or the journal that of another copy.
 */
function findProblemOfRollback(path: string): string | null {
  const copy = `${path}.${process.pid}`
  try {
    for (const end of ['', '-journal']) copyFileSync(path + end, copy + end)
    return findProblem(copy, { readonly: false })
  } catch (error) {
    // Another process has just rolled it back.
    if (codeOf(error) === 'ENOENT') return findProblem(path)
    throw error
  } finally {
    for (const end of ['', '-journal']) rmSync(copy + end, { force: true })
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

import {
  type ColumnDefinitionBuilder,
  type Kysely,
  PostgresAdapter,
  type QueryExecutorProvider,
  type RawBuilder,
  sql,
} from 'kysely'

export type Engine = 'sqlite' | 'postgres'

export function engineOf(db: Pick<Kysely<unknown>, 'getExecutor'>): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}

/** For `addColumn('id', 'integer', identity(db))`: auto-incremented ids that are never reused. */
export function identity(db: Kysely<unknown>) {
  return (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
    engineOf(db) === 'postgres'
      ? column.primaryKey().generatedByDefaultAsIdentity()
      : column.primaryKey().autoIncrement()
}

/** Makes the auto-incremented ids of a table continue after `id`, or after the last one if that is higher. */
export async function advanceIdSequence(db: QueryExecutorProvider, table: string, id: number): Promise<void> {
  if (engineOf(db) === 'postgres') {
    const sequence = sql`pg_get_serial_sequence(${`"${table}"`}, 'id')`
    await sql`select setval(${sequence}, greatest(${id}, nextval(${sequence})))`.execute(db)
    return
  }
  await sql`insert into sqlite_sequence (name, seq) select ${table}, 0
    where not exists (select 1 from sqlite_sequence where name = ${table})`.execute(db)
  await sql`update sqlite_sequence set seq = max(seq, ${id}) where name = ${table}`.execute(db)
}

/** The column type of pictures. */
export function bytes(db: Kysely<unknown>): RawBuilder<unknown> {
  return engineOf(db) === 'postgres' ? sql`bytea` : sql`blob`
}

export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === '23505' || /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(codeOf(error))
}

export function isCheckViolation(error: unknown): boolean {
  return codeOf(error) === '23514' || codeOf(error) === 'SQLITE_CONSTRAINT_CHECK'
}

export function isForeignKeyViolation(error: unknown): boolean {
  return codeOf(error) === '23503' || codeOf(error) === 'SQLITE_CONSTRAINT_FOREIGNKEY'
}

/** PostgreSQL can't store NUL or half of a surrogate pair; SQLite can. */
export function isUnstorableText(error: unknown): boolean {
  return codeOf(error) === '22021' || codeOf(error) === '22P05'
}

/** Whether a write to the database or to a file failed because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  // The memory that SQLite's connections share is a file too.
  return /^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|53100|ENOSPC|EDQUOT)$/.test(codeOf(error))
}

/** Whether another program keeps SQLite's file locked, or its disk can't lock files or map them to memory. */
export function isWithoutLocks(error: unknown): boolean {
  return /^SQLITE_(BUSY|PROTOCOL|NOLFS|IOERR_(\w*LOCK|SHM\w+))/.test(codeOf(error)) && !isDiskFull(error)
}

/**
 * Whether a file or folder of ours belongs to someone else, is on a disk that can only be read, or that failed or is
 * gone, or has something else in its place.
 */
export function isFileForbidden(error: unknown): error is NodeJS.ErrnoException & { path: string } {
  return unusable.test(codeOf(error)) && error instanceof Error && 'path' in error
}

const unusable = /^(EACCES|EPERM|EROFS|EIO|ENXIO|ENODEV|ENOTCONN|ESTALE|ENOTDIR|EEXIST)$/

/**
 * Whether the database couldn't be reached, or rejected for lack of space, connections
 * or permission, or doesn't let us in anymore: the caller may try again later.
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  return (
    /^(08|28|3D000|53|54000|57|55P03|25006|25P03|40001|40P01|58)/.test(code) ||
    /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN)/.test(code) ||
    /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|E(HOST|NET)(UNREACH|DOWN)|ETIMEDOUT|EPIPE)$/.test(code) ||
    isMissingSocket(error) ||
    (error instanceof Error && lostConnection.test(error.message))
  )
}

/**
 * Whether PostgreSQL or a pooler before it responded that it won't serve this connection, such as for a wrong password
 * or an unsupported setting. Only a start asks this, to report it instead of waiting.
 */
export function isRefused(error: unknown): error is Error {
  // Only responses have a severity. Poolers report refusals and outages by the same codes, and refusals in any words.
  if (!(error instanceof Error && 'severity' in error)) return false
  return !/^(40|53|55|57)/.test(codeOf(error)) && !outage.test(error.message)
}

const outage =
  /^\w+_timeout|timed out|crash|down\b|dns|try again|not ready|starting up|recovery|(can ?not|could not|unable to|failed to) (connect|reach|launch)|connect\w* (failed|timeout|refused|reset|dropped)|no more connections|too many|connection slots/i

/** Whether PostgreSQL, or a pooler before it, has no connection left for this user. */
export function isTooManyConnections(error: unknown): boolean {
  return codeOf(error) === '53300' || /no more connections allowed/.test(messageOf(error))
}

/** Whether a prepared statement is missing or belongs to someone else, because a pooler changed the connection. */
export function isForeignStatement(error: unknown): boolean {
  return /^(26000|42P05)$/.test(codeOf(error))
}

// If PostgreSQL is reached through a socket file on the same machine, that file is missing while it isn't running.
const isMissingSocket = (error: unknown) =>
  codeOf(error) === 'ENOENT' && error instanceof Error && 'syscall' in error && error.syscall === 'connect'

/** Whether PostgreSQL's user may not create tables, or the whole database is read-only. */
export function isForbidden(error: unknown): error is Error {
  return /^(42501|3F000|25006)$/.test(codeOf(error))
}

/** Whether PostgreSQL gave up waiting for a lock that another transaction holds. */
export function isLockedOut(error: unknown): boolean {
  return codeOf(error) === '55P03'
}

/** Whether nothing can be written at the moment, although reading may still work. 54000: until PostgreSQL is vacuumed. */
export function isUnwritable(error: unknown): boolean {
  return isDiskFull(error) || /^(SQLITE_(READONLY|IOERR|CANTOPEN)|25006|54000|58030)/.test(codeOf(error))
}

/** Whether the database aborted a transaction in favor of another one, so that a retry may succeed. */
export function isTransient(error: unknown): boolean {
  return (
    /^(40001|40P01|SQLITE_BUSY(_\w+)?)$/.test(codeOf(error)) ||
    isOutdatedPlan(error) ||
    isForeignStatement(error)
  )
}

/** Whether PostgreSQL rejects a prepared statement because its tables have been changed since, by a newer version. */
export function isOutdatedPlan(error: unknown): boolean {
  return codeOf(error) === '0A000' && error instanceof Error && error.message.includes('cached plan')
}

// The driver's messages, which come without a code, about a connection that was lost or couldn't be opened.
const lostConnection =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying|Query read timeout)/

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : '')

import SqliteDatabase from 'better-sqlite3'
import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { TwoConnectionsDriver } from './sqlite-driver.ts'

/**
 * Kysely's SQLite dialect, extended for durable use by several processes. Every transaction that isn't
 * read-only takes the write lock when it begins, because a deferred one fails immediately if it starts
 * writing while another process writes. Migrations are transactional. Statements are prepared once. Booleans,
 * which SQLite stores as 0 and 1, are converted both ways, and lists are passed as JSON.
 */
export const durableSqlite = (file: SqliteDatabase.Database): Dialect => ({
  createDriver: () => new TwoConnectionsDriver(file),
  createAdapter: () => new DurableAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: db => new SqliteIntrospector(db),
})

/** Opens an existing file with FULL durability. The setting belongs to the connection, so it is set and checked on each one. */
export function openSqliteFile(path: string): SqliteDatabase.Database {
  const file = new SqliteDatabase(path, { fileMustExist: true })
  file.pragma('busy_timeout = 5000')
  file.pragma('journal_mode = WAL')
  file.pragma('synchronous = FULL')
  file.pragma('foreign_keys = ON')
  if (file.pragma('synchronous', { simple: true }) !== 2) {
    throw new Error(`SQLite did not accept synchronous = FULL for ${path}`)
  }
  return file
}

class DurableAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** Otherwise Kysely lets every statement wait for the transaction in progress. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

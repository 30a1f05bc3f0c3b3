import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Config } from '#server/config.ts'
import type { Database } from './schema.ts'
import { DurableSqliteDialect, openSqliteFile } from './sqlite-dialect.ts'

/** A database that must not be used as it is; the message says why and what to do. */
export class DatabaseRefusal extends Error {}

/** The Kysely instance over SQLite in `dataDir`, or over PostgreSQL when `databaseUrl` is given. Not migrated yet. */
export function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onPoolError: (error: Error) => void,
): Kysely<Database> {
  return config.databaseUrl ? openPostgres(config.databaseUrl, onPoolError) : openSqlite(config.dataDir)
}

export const sqliteFileName = 'common-table.db'

// "CTbl": tells our files from any other SQLite database.
const applicationId = 0x4354626c

function openSqlite(dataDir: string): Kysely<Database> {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, sqliteFileName)
  const isNew = !existsSync(path)
  if (isNew && existsSync(`${path}-wal`)) {
    throw new DatabaseRefusal(
      `${path} is missing, but its write-ahead log is still there. Put the database file back, or restore a backup; ` +
        'to begin with an empty database, move the log away first.',
    )
  }
  if (!isNew && statSync(path).size === 0) {
    throw new DatabaseRefusal(
      `${path} is empty (0 bytes), so its data is lost. Put a copy back, or move the file away to begin anew.`,
    )
  }
  const file = openChecked(path)
  if (isNew) file.pragma(`application_id = ${applicationId}`)
  return new Kysely({ dialect: new DurableSqliteDialect(file) })
}

function openChecked(path: string) {
  const damaged = (reason: string) =>
    new DatabaseRefusal(
      `${path} can't be used: ${reason}. Nothing was changed. Restore a backup, or put an intact copy in its place.`,
    )
  try {
    const file = openSqliteFile(path)
    const id = file.pragma('application_id', { simple: true })
    const hasTables = file.prepare('select 1 from sqlite_master limit 1').get() !== undefined
    if (hasTables && id !== applicationId) {
      file.close()
      throw damaged('it is a database of another program')
    }
    const [check] = file.pragma('quick_check(1)') as { quick_check: string }[]
    if (check?.quick_check !== 'ok') {
      file.close()
      throw damaged(`it is damaged (${check?.quick_check})`)
    }
    return file
  } catch (error) {
    if (error instanceof DatabaseRefusal) throw error
    throw damaged(error instanceof Error ? error.message : String(error))
  }
}

// PostgreSQL's counts and sums arrive as text by default, since they may exceed what a number holds; ours never do.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

function openPostgres(connectionString: string, onPoolError: (error: Error) => void): Kysely<Database> {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 2_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
  })
  // Without a listener, a restart of PostgreSQL would end this process.
  pool.on('error', onPoolError)
  return new Kysely({ dialect: new PostgresDialect({ pool }) })
}

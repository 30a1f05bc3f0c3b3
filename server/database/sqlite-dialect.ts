import SqliteDatabase from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  SqliteQueryCompiler,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely'

/**
 * Kysely's SQLite dialect, extended for durable use by several processes. Every transaction that isn't
 * read-only takes the write lock when it begins, because a deferred one fails immediately if it starts
 * writing while another process writes. Migrations are transactional. Statements are prepared once. Booleans,
 * which SQLite stores as 0 and 1, are converted both ways, and lists are passed as JSON.
 */
export class DurableSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig
  readonly #file: SqliteDatabase.Database

  constructor(file: SqliteDatabase.Database) {
    const config = { database: { prepare: statementCache(file), close: () => file.close() } }
    super(config)
    this.#config = config
    this.#file = file
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config, this.#file)
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter()
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new PlanOnceCompiler()
  }
}

/** Opens a file with FULL durability. The setting belongs to the connection, so it is set and checked on each one. */
export function openSqliteFile(path: string): SqliteDatabase.Database {
  const file = new SqliteDatabase(path)
  file.pragma('busy_timeout = 5000')
  file.pragma('journal_mode = WAL')
  file.pragma('synchronous = FULL')
  file.pragma('foreign_keys = ON')
  if (file.pragma('synchronous', { simple: true }) !== 2) {
    throw new Error(`SQLite did not accept synchronous = FULL for ${path}`)
  }
  return file
}

/**
 * SQLite plans with the bound values, and therefore plans a statement again each time a value is bound: with
 * a join or a limit on a bound value, planning takes ten times as long as running. It doesn't look behind a
 * unary plus, which changes neither value nor type
 * (https://sqlite.org/lang_expr.html#operators_and_parse_affecting_attributes).
 */
class PlanOnceCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}

class ImmediateDriver extends SqliteDriver {
  readonly #file: SqliteDatabase.Database

  constructor(config: SqliteDialectConfig, file: SqliteDatabase.Database) {
    super(config)
    this.#file = file
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    { accessMode }: TransactionSettings = {},
  ): Promise<void> {
    await connection.executeQuery(
      CompiledQuery.raw(accessMode === 'read only' ? 'begin deferred' : 'begin immediate'),
    )
  }

  // On a full or failing disk SQLite rolls back on its own; a second rollback would only hide the error.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#file.inTransaction) await super.rollbackTransaction(connection)
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

// Queries with lists of values differ by list length, so the cache is bounded: the oldest statement is dropped first.
const cachedStatements = 500

function statementCache(file: SqliteDatabase.Database): (sql: string) => SqliteStatement {
  const cache = new Map<string, SqliteStatement>()
  return sql => {
    const known = cache.get(sql)
    if (known) return known
    const statement = booleanStatement(file.prepare(sql))
    if (cache.size >= cachedStatements) cache.delete(cache.keys().next().value ?? '')
    cache.set(sql, statement)
    return statement
  }
}

function booleanStatement(statement: SqliteDatabase.Statement): SqliteStatement {
  const booleans = statement.reader
    ? statement
        .columns()
        .filter(column => column.type?.toLowerCase() === 'boolean')
        .map(column => column.name)
    : []
  const decode = (row: unknown) => {
    const record = row as Record<string, unknown>
    for (const name of booleans) if (record[name] !== null) record[name] = record[name] === 1
    return record
  }
  return {
    reader: statement.reader,
    all: parameters => {
      const rows = statement.all(encode(parameters))
      return booleans.length > 0 ? rows.map(decode) : rows
    },
    run: parameters => statement.run(encode(parameters)),
    iterate: function* (parameters) {
      for (const row of statement.iterate(encode(parameters))) yield decode(row)
    },
  }
}

function encode(parameters: readonly unknown[]): unknown[] {
  return parameters.map(value => {
    if (typeof value === 'boolean') return Number(value)
    // For json_each; SQLite has no lists.
    return Array.isArray(value) ? JSON.stringify(value) : value
  })
}

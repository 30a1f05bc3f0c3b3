import { statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { seconds } from '#kit/rules/units.ts'

/** How long a statement waits for another process that writes. */
const patience = 5 * seconds

/**
 * Lets no read wait for a transaction that writes, as on PostgreSQL: while there is one, reads use a second, read-only
 * connection, which sees what is committed. A write waits for the transaction before it, also for one of another
 * process, but never blocks the event loop.
 */
export class TwoConnectionsDriver implements Driver {
  readonly #writer: Connection
  #reader: Connection | undefined
  readonly #path: string
  /** The database and its log, as they were opened. */
  readonly #opened: string
  #areThere = false
  readonly #idle: Session[] = []
  #waiting: (() => void)[] = []

  constructor(file: SqliteDatabase.Database) {
    this.#writer = new Connection(file)
    this.#path = file.name
    // Reading makes SQLite create the log.
    file.pragma('schema_version')
    this.#opened = filesAt(this.#path)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Session> {
    return this.#idle.pop() ?? new Session(this)
  }

  async releaseConnection(session: Session): Promise<void> {
    this.#idle.push(session)
  }

  async beginTransaction(session: Session, { accessMode }: TransactionSettings): Promise<void> {
    const isRead = accessMode === 'read only'
    await this.#use(isRead, async connection => {
      connection.isTaken = true
      session.own = connection
      // By the session, so that it shows in measurements of statements.
      await session
        .executeQuery(CompiledQuery.raw(isRead ? 'begin deferred' : 'begin immediate'))
        .catch(error => {
          this.#free(session)
          throw error
        })
    })
  }

  async commitTransaction(session: Session): Promise<void> {
    await session.executeQuery(CompiledQuery.raw('commit'))
    this.#free(session)
  }

  // On a full or failing disk SQLite rolls back on its own; a second rollback would only hide the error.
  async rollbackTransaction(session: Session): Promise<void> {
    try {
      if (session.own?.isInTransaction) await session.executeQuery(CompiledQuery.raw('rollback'))
    } finally {
      this.#free(session)
    }
  }

  async destroy(): Promise<void> {
    // The writer last: only that one may remove the log.
    this.#reader?.close()
    this.#writer.close()
  }

  /** Runs a statement outside a transaction. */
  async execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const isRead = (this.#writer.isTaken || this.#areThere) && this.#writer.isRead(query.sql)
    return this.#use(isRead, connection => connection.run<Row>(query))
  }

  /** Uses a connection once it is in no transaction. */
  async #use<T>(isRead: boolean, work: (connection: Connection) => T | Promise<T>): Promise<T> {
    this.#requireFiles(isRead)
    let giveUpAt: number | undefined
    for (;;) {
      const free = this.#findFree(isRead)
      if (!free) await new Promise<void>(resolve => this.#waiting.push(resolve))
      else
        try {
          return await work(free)
        } catch (error) {
          giveUpAt ??= performance.now() + patience
          if (!isBusy(error) || performance.now() > giveUpAt) throw error
          await setTimeout(1 + 9 * Math.random())
        }
    }
  }

  /**
   * SQLite would go on writing into files that no one finds again. Every write looks whether they are there; for reads,
   * once in a turn of the event loop is enough.
   */
  #requireFiles(isRead: boolean): void {
    if (isRead && this.#areThere) return
    this.#areThere = filesAt(this.#path) === this.#opened
    if (!this.#areThere) throw lostFile(this.#path)
    setImmediate(() => {
      this.#areThere = false
    })
  }

  #findFree(isRead: boolean): Connection | undefined {
    if (!this.#writer.isTaken) return this.#writer
    if (!isRead) return undefined
    this.#reader ??= new Connection(new SqliteDatabase(this.#path, { readonly: true }))
    return this.#reader.isTaken ? undefined : this.#reader
  }

  #free(session: Session): void {
    if (session.own) session.own.isTaken = false
    session.own = undefined
    const waiting = this.#waiting
    this.#waiting = []
    for (const resume of waiting) resume()
  }
}

/** Which files have the names of the database and its log. */
const filesAt = (path: string): string =>
  ['', '-wal']
    .map(end => statSync(path + end, { throwIfNoEntry: false, bigint: true }))
    .map(found => found && `${found.dev}:${found.ino}`)
    .join()

const lostFile = (path: string) =>
  new SqliteDatabase.SqliteError(
    `${path} or its -wal was removed or replaced while it was in use, so nothing is read or saved anymore. Stop the ` +
      'server, put the files back (if they are gone, restore the latest backup), and start it again.',
    'SQLITE_CANTOPEN',
  )

const isBusy = (error: unknown) =>
  error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY')

/** What Kysely takes for a connection: the one of its transaction, or else whichever is free for each statement. */
class Session implements DatabaseConnection {
  own: Connection | undefined
  readonly #driver: TwoConnectionsDriver

  constructor(driver: TwoConnectionsDriver) {
    this.#driver = driver
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.own ? this.own.run(query) : this.#driver.execute(query)
  }

  // biome-ignore lint/correctness/useYield: nothing is streamed.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('SQLite replies at once: there is nothing to stream')
  }
}

type Statement = { isRead: boolean; run: <Row>(parameters: readonly unknown[]) => QueryResult<Row> }

// Queries with lists of values differ by list length, so the cache is bounded: the oldest statement is dropped first.
const cachedStatements = 500

class Connection {
  /** Whether a transaction uses it. */
  isTaken = false
  readonly #file: SqliteDatabase.Database
  readonly #statements = new Map<string, Statement>()

  constructor(file: SqliteDatabase.Database) {
    this.#file = file
    // The driver waits by itself; SQLite would block the event loop.
    file.pragma('busy_timeout = 0')
  }

  get isInTransaction(): boolean {
    return this.#file.inTransaction
  }

  isRead(sql: string): boolean {
    return this.#prepare(sql).isRead
  }

  run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    return this.#prepare(sql).run(parameters)
  }

  close(): void {
    this.#file.close()
  }

  #prepare(sql: string): Statement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = statementOf(this.#file.prepare(sql))
    if (this.#statements.size >= cachedStatements)
      this.#statements.delete(this.#statements.keys().next().value ?? '')
    this.#statements.set(sql, statement)
    return statement
  }
}

function statementOf(statement: SqliteDatabase.Statement): Statement {
  const { reader, readonly } = statement
  if (!reader)
    return {
      isRead: false,
      run: parameters => {
        const { changes, lastInsertRowid } = statement.run(encode(parameters))
        return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
      },
    }
  const booleans = statement
    .columns()
    .filter(column => column.type?.toLowerCase() === 'boolean')
    .map(column => column.name)
  return {
    isRead: readonly,
    run: parameters => {
      const rows = statement.all(encode(parameters)) as Record<string, unknown>[]
      if (booleans.length > 0)
        for (const row of rows)
          for (const name of booleans) if (row[name] !== null) row[name] = row[name] === 1
      return { rows: rows as never }
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

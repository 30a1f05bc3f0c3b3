import {
  CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { PreparingClient } from '#kit/server/database/drivers/preparing-client.ts'
import type { Database } from '#kit/server/database/schema.ts'
import { RetryingKysely } from '#kit/server/database/transactions.ts'
import type { DatabaseObserver, Report } from './database-observer.ts'
import { defaultConnections, driverUrl, reservedConnections } from './database-url.ts'
import { shareConnections } from './share-connections.ts'

// By default PostgreSQL's counts and sums arrive as text,
// because they may exceed what a number can hold; ours never do.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/** In milliseconds. A request waits this long for a connection if PostgreSQL has none left. */
const requestPatience = 8_000
/** A backup, a restore or a migration may wait longer, until requests have given connections up. */
const longPatience = 20_000

/** Opens PostgreSQL for requests, with at most this many connections for the whole process. */
export function openPostgres(
  { databaseUrl, connections = defaultConnections }: { databaseUrl: string; connections?: number },
  report: Report,
  observer?: DatabaseObserver,
): Kysely<Database> {
  const pool = createPool(databaseUrl, { max: Math.max(1, connections - reservedConnections) })
  // Without a listener, this would crash the process. Only idle connections are reported here, many at once if PostgreSQL
  // restarts; the next request opens another.
  let ended = 0
  pool.on('error', ({ message }) => {
    ended += 1
    if (ended > 1) return
    const say = () => {
      report(`the database ended idle connections (${message}): ${ended}`)
      ended = 0
    }
    setTimeout(say, 1_000).unref()
  })
  observer?.pool(pool)
  return new RetryingKysely({
    dialect: new PostgresDialect({ pool: shareConnections(pool, requestPatience, report) }),
    ...(observer && { log: observer.statement }),
  })
}

/** For statements outside of transactions. */
type LongTimeouts = Pick<pg.PoolConfig, 'statement_timeout' | 'query_timeout'>

/**
 * Opens one more connection, whose transactions have these settings. They can't be settings of the session alone,
 * because a pooler may give each transaction another one.
 */
export function openConnection(
  databaseUrl: string,
  { settings, ...timeouts }: { settings: Record<string, number> } & LongTimeouts,
): Kysely<Database> {
  const pool = createPool(databaseUrl, {
    max: 1,
    connectionTimeoutMillis: longPatience,
    // Detects within half a minute that the network is gone, even during a statement that takes an hour.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...timeouts,
  })
  pool.on('error', () => undefined)
  const config = {
    pool: shareConnections(pool, longPatience, () => undefined),
    onCreateConnection: endWithProcess,
  }
  const dialect = new PostgresDialect(config)
  dialect.createDriver = () => new LongDriver(config, settings)
  return new RetryingKysely({ dialect })
}

// After this process has ended, its statement and locks must not stay for an hour. PostgreSQL checks for that
// only if told to, since version 14, and not on every operating system.
async function endWithProcess(connection: DatabaseConnection): Promise<void> {
  const query = CompiledQuery.raw(`set client_connection_check_interval = '2s'`)
  await connection.executeQuery(query).catch(() => undefined)
}

class LongDriver extends PostgresDriver {
  readonly #statement: string

  constructor(config: PostgresDialectConfig, settings: Record<string, number>) {
    super(config)
    const calls = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`)
    this.#statement = `select ${calls.join(', ')}`
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await super.beginTransaction(connection, settings)
    await connection.executeQuery(CompiledQuery.raw(this.#statement))
  }
}

function createPool(databaseUrl: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: driverUrl(databaseUrl),
    Client: PreparingClient,
    connectionTimeoutMillis: 2_000,
    statement_timeout: 10_000,
    // Longer than the server's own limit, so it is reached only if the network loses the reply.
    query_timeout: 12_000,
    idle_in_transaction_session_timeout: 15_000,
    ...options,
  })
  // A connection that is lost between two statements of a transaction has no other listener, and would crash
  // this process. The next statement reports the loss to its caller.
  return pool.on('connect', client => client.on('error', () => undefined))
}

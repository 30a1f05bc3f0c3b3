import { setTimeout } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import {
  isDiskFull,
  isRefused,
  isTooManyConnections,
  isUnavailable,
} from '#kit/server/database/drivers/dialect.ts'
import type { Database } from '#kit/server/database/schema.ts'
import { neededConnections } from './database-url.ts'
import { UnusableDatabaseError } from './open.ts'

const startTimeout = 30_000

/**
 * Waits until PostgreSQL can be reached, which may have been started together with this process. Whatever it
 * refuses for good is reported at once.
 */
export async function waitUntilReachable(
  db: Kysely<Database>,
  log: { warn: (message: string) => void },
): Promise<void> {
  const giveUp = performance.now() + startTimeout
  for (let attempt = 1; ; attempt += 1) {
    try {
      // A pooler may reject transactions.
      await db.transaction().execute(tx => sql`select 1`.execute(tx))
      return
    } catch (error) {
      if (isRefused(error) || !isUnavailable(error) || performance.now() > giveUp) throw explain(error)
      if (attempt === 1) log.warn(`the database does not answer yet (${reasonOf(error)}); waiting for it`)
      await setTimeout(500)
    }
  }
}

/**
 * Rejects a pooler that ignores the search path in DATABASE_URL: the tables would be looked for, and created, in
 * another schema.
 */
export async function requireSearchPath(db: Kysely<Database>, databaseUrl: string): Promise<void> {
  const options = new URL(databaseUrl).searchParams.get('options') ?? ''
  const requested = /search_path\s*=\s*((?:\\.|\S)+)/.exec(options)?.[1]
  if (requested === undefined) return
  const { rows } = await sql<{ path: string }>`select current_setting('search_path') as path`.execute(db)
  const plain = (path: string) => path.replaceAll(/[\s"'\\]/g, '').toLowerCase()
  const path = rows[0]?.path ?? ''
  if (plain(path) === plain(requested)) return
  throw new UnusableDatabaseError(
    `DATABASE_URL: the pooler ignores options: the search path is ${path} instead of ${requested}. ` +
      'Set it for the role in PostgreSQL: ALTER ROLE … SET search_path = …',
  )
}

/** The error of a start, with what to do about it if the database or the connection to it has caused it. */
export function explainStartError(error: unknown): unknown {
  if (isDiskFull(error) || error instanceof UnusableDatabaseError) return error
  if (error instanceof SqliteDatabase.SqliteError)
    return new UnusableDatabaseError(`DATA_DIR: the database can't be used (${error.message}).`)
  return error instanceof pg.DatabaseError || isUnavailable(error) ? explain(error) : error
}

function explain(error: unknown): UnusableDatabaseError {
  const isOutage = isUnavailable(error) && !isRefused(error) && !isTooManyConnections(error)
  const what = isOutage ? "can't be reached" : "can't be used"
  const hint = hints.find(([pattern]) => pattern.test(reasonOf(error)))?.[1]
  const more = isTooManyConnections(error) ? connectionsHint : hint
  return new UnusableDatabaseError(
    `DATABASE_URL: the database ${what} (${reasonOf(error)}).${more ? ` ${more}` : ''}`,
  )
}

const connectionsHint = `A process needs ${neededConnections} connections.`

const hints: [RegExp, string][] = [
  [
    /unsupported startup parameter.*options/,
    'Set for the role in PostgreSQL what DATABASE_URL has in options: ALTER ROLE … SET …',
  ],
  [
    /unsupported startup/,
    'Let the pooler ignore it: ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout',
  ],
  [/PQexec/, 'The pooler must allow simple queries: disable_pqexec = 0'],
  [/statement pooling/, 'The pooler must have pool_mode = transaction or session.'],
  [
    /^permission denied for (table|sequence|relation)/,
    'The tables must belong to the user that DATABASE_URL names, since with GRANT alone the next upgrade would fail. ' +
      'Restore them with pg_restore --no-owner --role=USER, or for each: ALTER TABLE … OWNER TO USER',
  ],
  [
    /certificate/,
    'Name the file of its issuer’s certificate with sslrootcert, or encrypt without checking it: sslmode=no-verify',
  ],
]

function reasonOf(error: unknown): string {
  // If a name has several addresses, the error has one of its own for each.
  if (error instanceof AggregateError && !error.message) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

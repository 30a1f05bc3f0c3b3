import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { engineOf, isUnavailable } from './drivers/dialect.ts'
import type { Database, Db } from './schema.ts'

/**
 * For `query.$call(locked(tx))`: locks the selected rows until the transaction ends, in the order of the
 * query. SQLite needs no locks, because write transactions run one at a time. To prevent deadlocks, always
 * lock users before restaurants, and restaurants by id.
 */
export function locked(tx: Db) {
  return <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) =>
    engineOf(tx) === 'postgres' ? query.forNoKeyUpdate() : query
}

/**
 * Like `locked`, but new rows can't refer to the selected ones
 * either, so that references can be counted before removing them.
 */
export function lockedForRemoval(tx: Db) {
  return <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) =>
    engineOf(tx) === 'postgres' ? query.forUpdate() : query
}

/**
 * Does optional work, or none if the database accepts no writes. On PostgreSQL it gives up quickly instead of waiting if
 * another transaction, such as a restore, holds a lock that it needs.
 */
export async function workIfAvailable(db: Kysely<Database>, work: (tx: Db) => Promise<void>): Promise<void> {
  try {
    if (engineOf(db) === 'sqlite') return await work(db)
    await db.transaction().execute(async tx => {
      await sql`set local lock_timeout = '200ms'`.execute(tx)
      await work(tx)
    })
  } catch (error) {
    if (!isUnavailable(error)) throw error
  }
}

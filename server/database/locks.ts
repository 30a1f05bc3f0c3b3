import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { engineOf } from './dialect.ts'
import type { Database, Db } from './schema.ts'

/**
 * For `query.$call(locked(tx))`: keeps the chosen rows for this transaction until it ends, in the order of the query.
 * On SQLite nothing is needed: write transactions take turns from their beginning. Always users before restaurants,
 * and restaurants by id, so that two transactions can't wait for each other.
 */
export function locked(tx: Db) {
  return <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) =>
    engineOf(tx) === 'postgres' ? query.forNoKeyUpdate() : query
}

/** The same, and nothing begins to refer to the chosen rows meanwhile: they can be counted on before they are removed. */
export function lockedForRemoval(tx: Db) {
  return <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) =>
    engineOf(tx) === 'postgres' ? query.forUpdate() : query
}

/** Does what may be left undone: on PostgreSQL it fails where others hold what it needs, as a restore does, and nobody waits. */
export async function inPassing(db: Kysely<Database>, work: (tx: Db) => Promise<void>): Promise<void> {
  if (engineOf(db) !== 'postgres') return work(db)
  await db.transaction().execute(async tx => {
    await sql`set local lock_timeout = '200ms'`.execute(tx)
    await work(tx)
  })
}

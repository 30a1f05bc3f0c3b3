import type { Kysely } from 'kysely'

/** A recalculation locates addresses before it measures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('distanceRuns')
    .addColumn('addresses', 'integer', c => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('distanceRuns')
    .addColumn('toLocate', 'text', c => c.notNull().defaultTo('[]'))
    .execute()
}

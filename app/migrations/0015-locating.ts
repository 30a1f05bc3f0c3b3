import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A recalculation locates addresses before it measures. */
export const migration0015: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('distanceRuns')
      .addColumn('addresses', 'integer', c => c.notNull().defaultTo(0))
      .execute()
    await db.schema
      .alterTable('distanceRuns')
      .addColumn('toLocate', 'text', c => c.notNull().defaultTo('[]'))
      .execute()
  },
}

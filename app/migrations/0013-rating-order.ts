import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The list of all ratings is read in this order, a page at a time. */
export const migration0013: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex('ratings_value').on('ratings').columns(['value', 'id']).execute()
  },
}

import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The list of all ratings, latest first, is read in this order, a page at a time. PostgreSQL's index has no id of its own,
 * so ratings of the same moment, of an import say, were sorted at each look.
 */
export const migration0016: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.dropIndex('ratings_time').execute()
    await db.schema.createIndex('ratings_time').on('ratings').columns(['updatedAt', 'id']).execute()
  },
}

import type { Kysely } from 'kysely'

/**
 * The list of all ratings, latest first, is read in this order, a page at a time. PostgreSQL's index has no id of its own,
 * so ratings of the same moment, of an import say, were sorted at each look.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('ratings_time').execute()
  await db.schema.createIndex('ratings_time').on('ratings').columns(['updatedAt', 'id']).execute()
}

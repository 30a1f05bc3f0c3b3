import type { Kysely } from 'kysely'

/** The list of all ratings is read in this order, a page at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('ratings_value').on('ratings').columns(['value', 'id']).execute()
}

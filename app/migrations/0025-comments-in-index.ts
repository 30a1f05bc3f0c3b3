import { type Kysely, sql } from 'kysely'
import { engineOf } from '#kit/server/database/drivers/dialect.ts'

/**
 * On PostgreSQL, too, a search finds all that it needs of comments in an index, as long as they are short enough for one: an entry
 * takes 2,704 bytes. SQLite's has been so from the beginning.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (engineOf(db) === 'sqlite') return
  await db.schema.dropIndex('ratings_comments').execute()
  await sql`create index "ratings_comments" on "ratings" ("id") include ("userId", "restaurantId", "comment")
      where "comment" is not null and octet_length("comment") <= 2000`.execute(db)
  await sql`create index "ratings_long_comments" on "ratings" ("id")
      where "comment" is not null and octet_length("comment") > 2000`.execute(db)
}

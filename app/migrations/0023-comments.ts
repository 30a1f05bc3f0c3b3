import { type Kysely, sql } from 'kysely'
import { engineOf } from '#kit/server/database/drivers/dialect.ts'

/**
 * A search in ratings goes through all comments, and few ratings have one. SQLite finds all it needs in the index;
 * PostgreSQL's take no comment of a thousand letters.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const columns = engineOf(db) === 'postgres' ? sql`("id")` : sql`("id", "userId", "restaurantId", "comment")`
  await sql`create index "ratings_comments" on "ratings" ${columns} where "comment" is not null`.execute(db)
}

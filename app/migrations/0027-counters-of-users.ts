import { type Kysely, sql } from 'kysely'

/**
 * Accounts had one counter, which each change of one held to its end: on PostgreSQL a user moved to another department
 * and one deleted at the same moment waited for each other whenever both had rated the same place.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const counters = Array.from({ length: 15 }, (_, i) => sql`('users', ${sql.lit(i + 1)}, 0)`)
  await sql`insert into "tableVersions" ("name", "slot", "version") values ${sql.join(counters)}`.execute(db)
}

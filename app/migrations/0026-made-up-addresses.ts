import { type Kysely, sql } from 'kysely'

/** Addresses that clients made up were kept however long they were, and no backup with one could be read back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update "auditLogs" set "ipAddress" = substr("ipAddress", 1, 100) where length("ipAddress") > 100`.execute(
    db,
  )
}

import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Addresses that clients made up were kept however long they were, and no backup with one could be read back. */
export const migration0026: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update "auditLogs" set "ipAddress" = substr("ipAddress", 1, 100) where length("ipAddress") > 100`.execute(
      db,
    )
  },
}

import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Until when a host may take back that they closed a vote. */
export const migration0047: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('lunches').addColumn('takeBackUntil', 'text').execute()
  },
}

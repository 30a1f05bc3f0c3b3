import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Calendars no longer have the lunches that their owner left. */
export const migration0045: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.dropTable('leftLunches').execute()
  },
}

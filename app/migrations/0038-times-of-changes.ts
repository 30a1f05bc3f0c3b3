import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When a lunch last changed, and when someone left it: the time stamp of their events in calendars. */
export const migration0038: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('lunches').addColumn('changedAt', 'text').execute()
    await db.schema.alterTable('leftLunches').addColumn('leftAt', 'text').execute()
  },
}

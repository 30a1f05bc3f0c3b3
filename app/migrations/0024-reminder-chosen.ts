import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When a reminder was chosen: one that is chosen after its time begins another day, and was not handled on this one. */
export const migration0024: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('reminders').addColumn('chosenAt', 'text').execute()
  },
}

import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whether a user's diets are considered, without being named, at the lunches that they are in. */
export const migration0040: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('users')
      .addColumn('dietsAtLunches', 'boolean', c => c.notNull().defaultTo(false))
      .execute()
  },
}

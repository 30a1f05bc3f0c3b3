import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When a campus or an account was last edited; null: not since this column exists. */
export const migration0041: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('campuses').addColumn('updatedAt', 'text').execute()
    await db.schema.alterTable('users').addColumn('updatedAt', 'text').execute()
  },
}

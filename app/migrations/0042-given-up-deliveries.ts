import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When a mail was given up: it is no longer retried, but administrators still see it. */
export const migration0042: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('deliveries').addColumn('givenUpAt', 'text').execute()
  },
}

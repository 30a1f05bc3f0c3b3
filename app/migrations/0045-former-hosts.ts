import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A host who leaves a lunch can take that back for a moment. */
export const migration0045: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('lunches').addColumn('formerHostId', 'integer').execute()
    await db.schema.alterTable('lunches').addColumn('hostLeftAt', 'text').execute()
  },
}

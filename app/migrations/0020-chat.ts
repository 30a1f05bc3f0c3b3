import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Where the lunches of a campus are posted. */
export const migration0020: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('campusWebhooks')
      .addColumn('campusCode', 'text', c => c.primaryKey())
      .addColumn('kind', 'text', c => c.notNull())
      .addColumn('url', 'text', c => c.notNull())
      .addColumn('lastPostedAt', 'text')
      .addColumn('lastFailedAt', 'text')
      .addColumn('lastFailure', 'text')
      .execute()
  },
}

import type { Kysely } from 'kysely'

/** Where the lunches of a campus are posted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('campusWebhooks')
    .addColumn('campusCode', 'text', c => c.primaryKey())
    .addColumn('kind', 'text', c => c.notNull())
    .addColumn('url', 'text', c => c.notNull())
    .addColumn('lastPostedAt', 'text')
    .addColumn('lastFailedAt', 'text')
    .addColumn('lastFailure', 'text')
    .execute()
}

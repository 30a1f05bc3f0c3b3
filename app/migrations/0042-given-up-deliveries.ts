import type { Kysely } from 'kysely'

/** When a mail was given up: it is no longer retried, but administrators still see it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('deliveries').addColumn('givenUpAt', 'text').execute()
}

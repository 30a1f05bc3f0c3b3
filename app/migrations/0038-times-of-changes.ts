import type { Kysely } from 'kysely'

/** When a lunch last changed, and when someone left it: the time stamp of their events in calendars. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('lunches').addColumn('changedAt', 'text').execute()
  await db.schema.alterTable('leftLunches').addColumn('leftAt', 'text').execute()
}

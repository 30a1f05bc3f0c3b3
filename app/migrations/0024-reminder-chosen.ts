import type { Kysely } from 'kysely'

/** When a reminder was chosen: one that is chosen after its time begins another day, and was not handled on this one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('reminders').addColumn('chosenAt', 'text').execute()
}

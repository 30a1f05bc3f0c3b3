import type { Kysely } from 'kysely'

/** Whether a user's diets are considered, without being named, at the lunches that they are in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('dietsAtLunches', 'boolean', c => c.notNull().defaultTo(false))
    .execute()
}

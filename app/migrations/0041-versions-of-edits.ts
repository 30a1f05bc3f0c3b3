import type { Kysely } from 'kysely'

/** When a campus or an account was last edited; null: not since this column exists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('campuses').addColumn('updatedAt', 'text').execute()
  await db.schema.alterTable('users').addColumn('updatedAt', 'text').execute()
}

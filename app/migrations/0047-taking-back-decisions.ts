import type { Kysely } from 'kysely'

/** Until when a host may take back that they closed a vote. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('lunches').addColumn('takeBackUntil', 'text').execute()
}

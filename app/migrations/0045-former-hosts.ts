import type { Kysely } from 'kysely'

/** A host who leaves a lunch can take that back for a moment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('lunches').addColumn('formerHostId', 'integer').execute()
  await db.schema.alterTable('lunches').addColumn('hostLeftAt', 'text').execute()
}

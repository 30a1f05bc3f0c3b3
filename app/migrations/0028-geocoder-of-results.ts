import type { Kysely } from 'kysely'

/** Which geocoder gave a stored result: another one may know an address that this one did not find. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('geocodes').addColumn('geocoder', 'text').execute()
}

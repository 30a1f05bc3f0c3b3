import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Which geocoder gave a stored result: another one may know an address that this one did not find. */
export const migration0028: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('geocodes').addColumn('geocoder', 'text').execute()
  },
}

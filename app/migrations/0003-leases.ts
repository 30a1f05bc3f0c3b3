import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const migration0003: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('leases')
      .addColumn('name', 'text', c => c.primaryKey())
      .addColumn('holder', 'text', c => c.notNull())
      .addColumn('expiresAt', 'text', c => c.notNull())
      .execute()
  },
}

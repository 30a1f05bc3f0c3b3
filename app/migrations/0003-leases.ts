import type { Kysely } from 'kysely'

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('leases')
    .addColumn('name', 'text', c => c.primaryKey())
    .addColumn('holder', 'text', c => c.notNull())
    .addColumn('expiresAt', 'text', c => c.notNull())
    .execute()
}

import type { Kysely } from 'kysely'

/** How often each table changed; the triggers that count are made after all migrations, by `trackVersions`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tableVersions')
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('slot', 'integer', c => c.notNull())
    .addColumn('version', 'bigint', c => c.notNull())
    .addPrimaryKeyConstraint('tableVersions_key', ['name', 'slot'])
    .execute()
  // No foreign key: the version of an account that a restore replaces must never start over.
  await db.schema
    .createTable('ownerVersions')
    // Not SQLite's INTEGER, which would count up by itself as a key.
    .addColumn('userId', 'int4', c => c.primaryKey().notNull())
    .addColumn('version', 'bigint', c => c.notNull())
    .execute()
}

import type { ColumnDefinitionBuilder, Kysely } from 'kysely'
import { identity } from '#kit/server/database/drivers/dialect.ts'

/** Notifications: the installation's key pair, the browsers that get them, choices, and what was already said. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const required = (c: ColumnDefinitionBuilder) => c.notNull()

  await schema
    .createTable('pushKeys')
    .addColumn('name', 'text', c => c.primaryKey().notNull())
    .addColumn('publicKey', 'text', required)
    .addColumn('privateKey', 'text', required)
    .addColumn('createdAt', 'text', required)
    .execute()

  // No foreign key on the user: a restore replaces all users, but the devices stay.
  await schema
    .createTable('pushDevices')
    .addColumn('id', 'integer', identity(db))
    .addColumn('userId', 'integer', required)
    .addColumn('endpointHash', 'text', c => c.notNull().unique())
    .addColumn('endpoint', 'text', required)
    .addColumn('host', 'text', required)
    .addColumn('p256dh', 'text', required)
    .addColumn('auth', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('sessionHash', 'text')
    .addColumn('createdAt', 'text', required)
    .addColumn('lastSentAt', 'text')
    .addColumn('failingSince', 'text')
    .execute()
  await schema.createIndex('pushDevices_user').on('pushDevices').column('userId').execute()
  await schema.createIndex('pushDevices_session').on('pushDevices').column('sessionHash').execute()

  await schema
    .createTable('pushChoices')
    // Not SQLite's INTEGER, which would count up by itself as a key.
    .addColumn('userId', 'int4', c => c.primaryKey().notNull().references('users.id').onDelete('cascade'))
    .addColumn('kinds', 'text', required)
    .execute()

  await schema
    .createTable('pushNotices')
    .addColumn('lunchId', 'integer', required)
    .addColumn('kind', 'text', required)
    .addColumn('at', 'text', required)
    .addPrimaryKeyConstraint('pushNotices_key', ['lunchId', 'kind', 'at'])
    .execute()
}

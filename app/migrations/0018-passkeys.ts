import type { Kysely } from 'kysely'
import { identity } from '#kit/server/database/drivers/dialect.ts'

/** Passkeys, the challenges that they sign, and when someone who is signed in has last proved who they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('passkeys')
    .addColumn('id', 'integer', identity(db))
    .addColumn('userId', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('credentialId', 'text', c => c.notNull().unique())
    .addColumn('publicKey', 'text', c => c.notNull())
    .addColumn('userHandle', 'text', c => c.notNull())
    // Up to 2^32 - 1, which is more than PostgreSQL's integer.
    .addColumn('counter', 'bigint', c => c.notNull())
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('createdAt', 'text', c => c.notNull())
    .addColumn('lastUsedAt', 'text')
    .execute()
  await schema.createIndex('passkeys_owner').on('passkeys').column('userId').execute()

  await schema
    .createTable('passkeyChallenges')
    .addColumn('challenge', 'text', c => c.primaryKey().notNull())
    .addColumn('userId', 'integer', c => c.references('users.id').onDelete('cascade'))
    .addColumn('userHandle', 'text')
    .addColumn('expiresAt', 'text', c => c.notNull())
    .execute()
  await schema.createIndex('passkeyChallenges_owner').on('passkeyChallenges').column('userId').execute()
  await schema.createIndex('passkeyChallenges_end').on('passkeyChallenges').column('expiresAt').execute()

  await schema.alterTable('sessions').addColumn('provedAt', 'text').execute()
}

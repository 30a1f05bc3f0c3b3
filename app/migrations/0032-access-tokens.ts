import type { Kysely } from 'kysely'
import { identity } from '#kit/server/database/drivers/dialect.ts'

/** Access tokens, with which programs call the API as a user. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('accessTokens')
    .addColumn('id', 'integer', identity(db))
    .addColumn('userId', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('tokenHash', 'text', c => c.notNull().unique())
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('readOnly', 'boolean', c => c.notNull())
    .addColumn('createdAt', 'text', c => c.notNull())
    .addColumn('expiresAt', 'text', c => c.notNull())
    .addColumn('lastUsedAt', 'text')
    .execute()
  await schema.createIndex('accessTokens_owner').on('accessTokens').column('userId').execute()
}

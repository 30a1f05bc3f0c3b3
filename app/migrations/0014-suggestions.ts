import type { Kysely } from 'kysely'
import { identity } from '#kit/server/database/drivers/dialect.ts'

/** What staff ask the administrators for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('suggestions')
    .addColumn('id', 'integer', identity(db))
    .addColumn('kind', 'text', c => c.notNull())
    .addColumn('userId', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('restaurantId', 'integer')
    .addColumn('campusCode', 'text')
    .addColumn('name', 'text')
    .addColumn('address', 'text')
    .addColumn('text', 'text', c => c.notNull())
    .addColumn('state', 'text', c => c.notNull())
    .addColumn('reply', 'text')
    .addColumn('answeredBy', 'integer', c => c.references('users.id').onDelete('set null'))
    .addColumn('createdAt', 'text', c => c.notNull())
    .addColumn('updatedAt', 'text', c => c.notNull())
    .execute()
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('suggestions').columns(columns).execute()
  await index('suggestions_sender', ['userId', 'createdAt'])
  await index('suggestions_state', ['state', 'id'])
  await index('suggestions_administrator', ['answeredBy'])
}

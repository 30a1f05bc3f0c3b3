import type { Kysely } from 'kysely'
import { identity } from '#kit/server/database/drivers/dialect.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('changes')
    .addColumn('id', 'integer', identity(db))
    .addColumn('topic', 'text', c => c.notNull())
    .addColumn('subject', 'integer', c => c.notNull())
    .addColumn('announcedAt', 'text', c => c.notNull())
    .addUniqueConstraint('changes_subject', ['topic', 'subject'])
    .execute()
}

import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { identity } from '#kit/server/database/drivers/dialect.ts'

export const migration0006: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('changes')
      .addColumn('id', 'integer', identity(db))
      .addColumn('topic', 'text', c => c.notNull())
      .addColumn('subject', 'integer', c => c.notNull())
      .addColumn('announcedAt', 'text', c => c.notNull())
      .addUniqueConstraint('changes_subject', ['topic', 'subject'])
      .execute()
  },
}

import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { identity } from '#kit/server/database/drivers/dialect.ts'

export const migration0005: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('backupRuns')
      .addColumn('id', 'integer', identity(db))
      .addColumn('startedAt', 'text', c => c.notNull())
      .addColumn('finishedAt', 'text')
      .addColumn('filename', 'text')
      .addColumn('problem', 'text')
      .execute()
  },
}

import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { identity } from '#kit/server/database/drivers/dialect.ts'

export const migration0010: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('restoreRuns')
      .addColumn('id', 'integer', identity(db))
      .addColumn('filename', 'text', c => c.notNull())
      .addColumn('startedAt', 'text', c => c.notNull())
      .addColumn('finishedAt', 'text')
      .addColumn('safetyBackup', 'text')
      .addColumn('problem', 'text')
      .execute()
  },
}

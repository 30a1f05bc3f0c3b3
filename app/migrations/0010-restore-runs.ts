import type { Kysely } from 'kysely'
import { identity } from '#kit/server/database/drivers/dialect.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('restoreRuns')
    .addColumn('id', 'integer', identity(db))
    .addColumn('filename', 'text', c => c.notNull())
    .addColumn('startedAt', 'text', c => c.notNull())
    .addColumn('finishedAt', 'text')
    .addColumn('safetyBackup', 'text')
    .addColumn('problem', 'text')
    .execute()
}

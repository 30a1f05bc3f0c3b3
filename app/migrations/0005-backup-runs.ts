import type { Kysely } from 'kysely'
import { identity } from '#kit/server/database/drivers/dialect.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backupRuns')
    .addColumn('id', 'integer', identity(db))
    .addColumn('startedAt', 'text', c => c.notNull())
    .addColumn('finishedAt', 'text')
    .addColumn('filename', 'text')
    .addColumn('problem', 'text')
    .execute()
}

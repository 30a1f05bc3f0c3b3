import type { Kysely } from 'kysely'
import { identity } from '#kit/server/database/drivers/dialect.ts'

/** Imports are recorded: what is under way, what came of it, and what an Undo takes back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('importRuns')
    .addColumn('id', 'integer', identity(db))
    .addColumn('source', 'text', c => c.notNull())
    .addColumn('state', 'text', c => c.notNull())
    .addColumn('campusCode', 'text')
    .addColumn('file', 'text')
    .addColumn('input', 'text', c => c.notNull())
    .addColumn('count', 'integer', c => c.notNull())
    .addColumn('done', 'integer', c => c.notNull())
    .addColumn('attempts', 'integer', c => c.notNull())
    .addColumn('result', 'text')
    .addColumn('problem', 'text')
    .addColumn('startedBy', 'integer', c => c.references('users.id').onDelete('set null'))
    .addColumn('startedAt', 'text', c => c.notNull())
    .addColumn('finishedAt', 'text')
    .addColumn('undoneBy', 'integer', c => c.references('users.id').onDelete('set null'))
    .addColumn('undoneAt', 'text')
    .execute()
  await schema.createIndex('importRuns_by').on('importRuns').column('startedBy').execute()
  await schema.createIndex('importRuns_undone_by').on('importRuns').column('undoneBy').execute()

  await schema
    .createTable('importedRestaurants')
    .addColumn('runId', 'integer', c => c.notNull().references('importRuns.id').onDelete('cascade'))
    .addColumn('restaurantId', 'integer', c => c.notNull().references('restaurants.id').onDelete('cascade'))
    .addColumn('updatedAt', 'text', c => c.notNull())
    .addColumn('before', 'text')
    .addPrimaryKeyConstraint('importedRestaurants_key', ['runId', 'restaurantId'])
    .execute()
  await schema
    .createIndex('importedRestaurants_of')
    .on('importedRestaurants')
    .column('restaurantId')
    .execute()
}

import { type Kysely, sql } from 'kysely'
import { identity } from '#kit/server/database/drivers/dialect.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db

  await schema
    .createTable('geocodes')
    .addColumn('campusCode', 'text', c => c.notNull())
    .addColumn('address', 'text', c => c.notNull())
    .addColumn('latitude', 'double precision')
    .addColumn('longitude', 'double precision')
    .addColumn('askedAt', 'text', c => c.notNull())
    .addPrimaryKeyConstraint('geocodes_key', ['campusCode', 'address'])
    .execute()

  await schema
    .createTable('distanceRuns')
    .addColumn('id', 'integer', identity(db))
    .addColumn('isRunning', 'boolean', c => c.notNull())
    .addColumn('campusCode', 'text')
    .addColumn('count', 'integer', c => c.notNull())
    .addColumn('remaining', 'text', c => c.notNull())
    .addColumn('failures', 'text', c => c.notNull())
    .addColumn('startedBy', 'integer', c => c.references('users.id').onDelete('set null'))
    .addColumn('startedAt', 'text', c => c.notNull())
    .addColumn('finishedAt', 'text')
    .execute()
  await schema.createIndex('distanceRuns_by').on('distanceRuns').column('startedBy').execute()
  // There is one at a time, and the database itself sees to it.
  await schema
    .createIndex('distanceRuns_one_running')
    .unique()
    .on('distanceRuns')
    .column('isRunning')
    .where(sql.ref('isRunning'), 'is', sql`true`)
    .execute()
}

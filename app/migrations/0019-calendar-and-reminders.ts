import type { ColumnDefinitionBuilder, Kysely } from 'kysely'

/** Calendar feeds, the lunches that people left (their calendars must learn of it), and reminders by mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  // Not SQLite's INTEGER, which would count up by itself as a key.
  const ownKey = (c: ColumnDefinitionBuilder) =>
    c.primaryKey().notNull().references('users.id').onDelete('cascade')

  await schema
    .createTable('calendarFeeds')
    .addColumn('userId', 'int4', ownKey)
    .addColumn('tokenHash', 'text', c => c.notNull().unique())
    .addColumn('createdAt', 'text', c => c.notNull())
    .execute()

  await schema
    .createTable('leftLunches')
    .addColumn('lunchId', 'integer', c => c.notNull().references('lunches.id').onDelete('cascade'))
    .addColumn('userId', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('leavesAt', 'text', c => c.notNull())
    .addColumn('version', 'integer', c => c.notNull())
    .addPrimaryKeyConstraint('leftLunches_key', ['lunchId', 'userId'])
    .execute()
  await schema.createIndex('leftLunches_user').on('leftLunches').column('userId').execute()

  await schema
    .createTable('reminders')
    .addColumn('userId', 'int4', ownKey)
    .addColumn('time', 'text')
    .addColumn('days', 'text', c => c.notNull())
    .addColumn('handledOn', 'text')
    .execute()
}

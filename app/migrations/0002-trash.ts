import type { Kysely } from 'kysely'
import { identity } from '#kit/server/database/drivers/dialect.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db

  await schema
    .createTable('trash')
    .addColumn('id', 'integer', identity(db))
    .addColumn('kind', 'text', c => c.notNull())
    .addColumn('itemId', 'integer', c => c.notNull())
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('snapshot', 'text')
    .addColumn('imageHash', 'text')
    .addColumn('deletedBy', 'integer', c => c.references('users.id').onDelete('set null'))
    .addColumn('deletedAt', 'text', c => c.notNull())
    .addUniqueConstraint('trash_item', ['kind', 'itemId'])
    .execute()
  await schema.createIndex('trash_time').on('trash').column('deletedAt').execute()
  await schema.createIndex('trash_by').on('trash').column('deletedBy').execute()

  await schema
    .createTable('trashedRatings')
    .addColumn('trashId', 'integer', c => c.notNull().references('trash.id').onDelete('cascade'))
    .addColumn('id', 'integer', c => c.notNull())
    .addColumn('userId', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('restaurantId', 'integer', c => c.notNull())
    .addColumn('value', 'integer', c => c.notNull())
    .addColumn('comment', 'text')
    .addColumn('createdAt', 'text', c => c.notNull())
    .addColumn('updatedAt', 'text', c => c.notNull())
    .addPrimaryKeyConstraint('trashedRatings_key', ['trashId', 'id'])
    .execute()
  await schema.createIndex('trashedRatings_user').on('trashedRatings').column('userId').execute()
}

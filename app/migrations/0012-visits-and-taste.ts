import type { Kysely } from 'kysely'
import { bytes, identity } from '#kit/server/database/drivers/dialect.ts'

/** Where people ate, what isn't for them, and what was learned from everybody's ratings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('visits')
    .addColumn('id', 'integer', identity(db))
    .addColumn('userId', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('restaurantId', 'integer', c => c.notNull())
    .addColumn('date', 'text', c => c.notNull())
    .addColumn('lunchId', 'integer')
    .addColumn('dismissed', 'boolean', c => c.notNull())
    .addColumn('createdAt', 'text', c => c.notNull())
    .addUniqueConstraint('visits_once', ['userId', 'restaurantId', 'date'])
    .execute()
  await schema.createIndex('visits_person').on('visits').columns(['userId', 'date']).execute()
  await schema.createIndex('visits_restaurant').on('visits').columns(['restaurantId', 'date']).execute()

  await schema
    .alterTable('lunches')
    .addColumn('visitsEntered', 'boolean', c => c.notNull().defaultTo(false))
    .execute()

  await schema
    .createTable('hiddenRestaurants')
    .addColumn('userId', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('restaurantId', 'integer', c => c.notNull())
    .addPrimaryKeyConstraint('hiddenRestaurants_key', ['userId', 'restaurantId'])
    .execute()

  await schema
    .createTable('tasteModels')
    .addColumn('id', 'integer', identity(db))
    .addColumn('ratings', 'text', c => c.notNull())
    .addColumn('fittedAt', 'text', c => c.notNull())
    .addColumn('model', bytes(db), c => c.notNull())
    .execute()
  // Finds the latest change of a rating at once.
  await schema.createIndex('ratings_time').on('ratings').column('updatedAt').execute()
}

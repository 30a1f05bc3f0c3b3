import { type Kysely, sql } from 'kysely'
import { identity } from '#kit/server/database/drivers/dialect.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db

  await schema
    .createTable('lunches')
    .addColumn('id', 'integer', identity(db))
    .addColumn('campusCode', 'text', c =>
      c.notNull().references('campuses.code').onUpdate('cascade').onDelete('cascade'),
    )
    .addColumn('hostId', 'integer', c => c.references('users.id').onDelete('set null'))
    .addColumn('leavesAt', 'text', c => c.notNull())
    .addColumn('decidesAt', 'text')
    .addColumn('meetingPoint', 'text')
    .addColumn('note', 'text')
    .addColumn('seats', 'integer')
    .addColumn('department', 'text')
    .addColumn('state', 'text', c => c.notNull().check(sql`"state" in ('voting', 'decided', 'cancelled')`))
    .addColumn('decidedRestaurantId', 'integer')
    .addColumn('decidedName', 'text')
    .addColumn('decidedHow', 'text', c => c.check(sql`"decidedHow" in ('only', 'votes', 'draw', 'host')`))
    .addColumn('decidedTied', 'text')
    .addColumn('peopleCount', 'integer', c => c.notNull().defaultTo(0))
    .addColumn('version', 'integer', c => c.notNull())
    .addColumn('createdAt', 'text', c => c.notNull())
    .addCheckConstraint('lunches_seats', sql`"seats" is null or "peopleCount" <= "seats"`)
    .execute()
  await schema.createIndex('lunches_time').on('lunches').column('leavesAt').execute()
  await schema.createIndex('lunches_host').on('lunches').column('hostId').execute()
  await schema
    .createIndex('lunches_due')
    .on('lunches')
    .column('decidesAt')
    .where(sql.ref('state'), '=', sql.lit('voting'))
    .execute()

  await schema
    .createTable('lunchPeople')
    .addColumn('lunchId', 'integer', c => c.notNull().references('lunches.id').onDelete('cascade'))
    .addColumn('userId', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('position', 'integer', c => c.notNull())
    .addPrimaryKeyConstraint('lunchPeople_key', ['lunchId', 'userId'])
    .execute()
  await schema.createIndex('lunchPeople_user').on('lunchPeople').column('userId').execute()

  await schema
    .createTable('lunchOptions')
    .addColumn('lunchId', 'integer', c => c.notNull().references('lunches.id').onDelete('cascade'))
    .addColumn('restaurantId', 'integer', c => c.notNull())
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('addedBy', 'integer', c => c.references('users.id').onDelete('set null'))
    .addColumn('position', 'integer', c => c.notNull())
    .addPrimaryKeyConstraint('lunchOptions_key', ['lunchId', 'restaurantId'])
    .execute()
  await schema.createIndex('lunchOptions_restaurant').on('lunchOptions').column('restaurantId').execute()
  await schema.createIndex('lunchOptions_by').on('lunchOptions').column('addedBy').execute()

  await schema
    .createTable('lunchVotes')
    .addColumn('lunchId', 'integer', c => c.notNull())
    .addColumn('restaurantId', 'integer', c => c.notNull())
    .addColumn('userId', 'integer', c => c.notNull())
    .addPrimaryKeyConstraint('lunchVotes_key', ['lunchId', 'restaurantId', 'userId'])
    .addForeignKeyConstraint(
      'lunchVotes_person',
      ['lunchId', 'userId'],
      'lunchPeople',
      ['lunchId', 'userId'],
      c => c.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'lunchVotes_option',
      ['lunchId', 'restaurantId'],
      'lunchOptions',
      ['lunchId', 'restaurantId'],
      c => c.onDelete('cascade'),
    )
    .execute()
  await schema.createIndex('lunchVotes_person_key').on('lunchVotes').columns(['lunchId', 'userId']).execute()
}

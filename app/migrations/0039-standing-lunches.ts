import type { ColumnDefinitionBuilder, Kysely } from 'kysely'
import { identity } from '#kit/server/database/drivers/dialect.ts'

/** Lunches that repeat: their places and regulars, the days that are skipped, and the days that are done. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const required = (c: ColumnDefinitionBuilder) => c.notNull()
  const ofStandingLunch = (c: ColumnDefinitionBuilder) =>
    c.notNull().references('standingLunches.id').onDelete('cascade')

  await schema
    .createTable('standingLunches')
    .addColumn('id', 'integer', identity(db))
    .addColumn('campusCode', 'text', c =>
      c.notNull().references('campuses.code').onUpdate('cascade').onDelete('cascade'),
    )
    .addColumn('hostId', 'integer', c => c.references('users.id').onDelete('set null'))
    .addColumn('weekdays', 'text', required)
    .addColumn('time', 'text', required)
    .addColumn('decidesMinutesBefore', 'integer')
    .addColumn('meetingPoint', 'text')
    .addColumn('note', 'text')
    .addColumn('seats', 'integer')
    .addColumn('department', 'text')
    .addColumn('endsOn', 'text')
    .addColumn('version', 'integer', required)
    .addColumn('createdAt', 'text', required)
    .execute()
  await schema.createIndex('standingLunches_campus').on('standingLunches').column('campusCode').execute()
  await schema.createIndex('standingLunches_host').on('standingLunches').column('hostId').execute()

  await schema
    .createTable('standingPlaces')
    .addColumn('standingId', 'integer', ofStandingLunch)
    .addColumn('restaurantId', 'integer', required)
    .addColumn('position', 'integer', required)
    .addPrimaryKeyConstraint('standingPlaces_key', ['standingId', 'restaurantId'])
    .execute()

  await schema
    .createTable('standingRegulars')
    .addColumn('standingId', 'integer', ofStandingLunch)
    .addColumn('userId', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('position', 'integer', required)
    .addPrimaryKeyConstraint('standingRegulars_key', ['standingId', 'userId'])
    .execute()
  await schema.createIndex('standingRegulars_user').on('standingRegulars').column('userId').execute()

  await schema
    .createTable('standingSkips')
    .addColumn('standingId', 'integer', ofStandingLunch)
    .addColumn('date', 'text', required)
    .addPrimaryKeyConstraint('standingSkips_key', ['standingId', 'date'])
    .execute()

  // The key is what makes each day's lunch once, whatever comes between.
  await schema
    .createTable('standingDays')
    .addColumn('standingId', 'integer', ofStandingLunch)
    .addColumn('date', 'text', required)
    .addColumn('lunchId', 'integer', c => c.unique().references('lunches.id').onDelete('set null'))
    .addColumn('keeps', 'text', c => c.notNull().defaultTo(''))
    .addPrimaryKeyConstraint('standingDays_key', ['standingId', 'date'])
    .execute()
}

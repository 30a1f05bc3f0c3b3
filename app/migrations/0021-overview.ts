import { type Kysely, sql } from 'kysely'

/** What the overview counts, so that counting stays quick with a million ratings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .alterTable('restaurants')
    .addColumn('ratingSquares', 'integer', c => c.notNull().defaultTo(0))
    .execute()
  await sql`
      update "restaurants" set "ratingSquares" = "counted"."squares"
      from (select "restaurantId", sum("value" * "value") as "squares" from "ratings" group by "restaurantId") as "counted"
      where "counted"."restaurantId" = "restaurants"."id"`.execute(db)
  await schema.createIndex('ratings_created').on('ratings').column('createdAt').execute()
  await schema.createIndex('ratings_person').on('ratings').columns(['userId', 'updatedAt']).execute()
  await schema.createIndex('visits_date').on('visits').columns(['date', 'restaurantId', 'userId']).execute()

  await schema
    .createTable('signInDays')
    .addColumn('userId', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('day', 'text', c => c.notNull())
    .addPrimaryKeyConstraint('signInDays_key', ['userId', 'day'])
    .execute()
  await schema.createIndex('signInDays_day').on('signInDays').columns(['day', 'userId']).execute()
  // What is known from before: the sessions that there are. Their days are those of UTC.
  await sql`
      insert into "signInDays" ("userId", "day")
      select "userId", substr("createdAt", 1, 10) from "sessions"
      union
      select "userId", substr("lastSeenAt", 1, 10) from "sessions"`.execute(db)

  await schema
    .createTable('databaseSizes')
    .addColumn('day', 'text', c => c.primaryKey())
    .addColumn('bytes', 'bigint', c => c.notNull())
    .execute()
  await schema
    .createTable('slowRequests')
    .addColumn('day', 'text', c => c.notNull())
    .addColumn('route', 'text', c => c.notNull())
    .addColumn('count', 'integer', c => c.notNull())
    .addColumn('longest', 'integer', c => c.notNull())
    .addPrimaryKeyConstraint('slowRequests_key', ['day', 'route'])
    .execute()
  await schema
    .createTable('websiteChecks')
    // Not SQLite's INTEGER, which would count up by itself as a key.
    .addColumn('restaurantId', 'int4', c =>
      c.primaryKey().notNull().references('restaurants.id').onDelete('cascade'),
    )
    .addColumn('url', 'text', c => c.notNull())
    .addColumn('outcome', 'text', c => c.check(sql`"outcome" in ('there', 'gone', 'unclear')`))
    .addColumn('checkedAt', 'text')
    .execute()
}

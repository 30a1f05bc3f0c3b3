import { type Kysely, sql } from 'kysely'
import { readOpeningTimes } from '#features/restaurants/opening/read-opening-times.ts'

/** What a place is like, beyond its texts: when it is open, for whom it cooks, and which one of OpenStreetMap it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('restaurants').addColumn('openingTimes', 'text').execute()
  await schema
    .alterTable('restaurants')
    .addColumn('diets', 'text', c => c.notNull().defaultTo(''))
    .execute()
  await schema.alterTable('restaurants').addColumn('osmId', 'text').execute()
  await schema
    .alterTable('users')
    .addColumn('diets', 'text', c => c.notNull().defaultTo(''))
    .execute()

  const { rows } = await sql<{ hours: string }>`
      select distinct hours from restaurants where hours is not null`.execute(db)
  for (const { hours } of rows) {
    const times = readOpeningTimes(hours)
    if (times)
      await sql`update restaurants set "openingTimes" = ${JSON.stringify(times)} where hours = ${hours}`.execute(
        db,
      )
  }
}

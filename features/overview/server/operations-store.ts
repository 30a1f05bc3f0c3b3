import { type Selectable, sql } from 'kysely'
import { engineOf } from '#kit/server/database/drivers/dialect.ts'
import type { Database, Db } from '#kit/server/database/schema.ts'

/** The size of the database in bytes. */
export async function readDatabaseSize(db: Db): Promise<number> {
  const size =
    engineOf(db) === 'postgres'
      ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
      : sql<{
          bytes: number
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  const { rows } = await size.execute(db)
  return rows[0]?.bytes ?? 0
}

/** Keeps only the first size saved on each day. */
export async function saveDatabaseSize(db: Db, day: string, bytes: number): Promise<void> {
  await db
    .insertInto('databaseSizes')
    .values({ day, bytes })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** The oldest size saved since a day. */
export async function findDatabaseSize(
  db: Db,
  since: string,
): Promise<Selectable<Database['databaseSizes']> | undefined> {
  return db
    .selectFrom('databaseSizes')
    .selectAll()
    .where('day', '>=', since)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst()
}

type SlowRequests = Selectable<Database['slowRequests']>

/** Adds to the slow requests recorded for a day. */
export async function addSlowRequests(db: Db, slow: SlowRequests[]): Promise<void> {
  await db
    .insertInto('slowRequests')
    .values(slow)
    .onConflict(conflict =>
      conflict.columns(['day', 'route']).doUpdateSet(eb => ({
        count: eb('slowRequests.count', '+', eb.ref('excluded.count')),
        longest: sql<number>`case when "slowRequests"."longest" > excluded."longest" then "slowRequests"."longest" else excluded."longest" end`,
      })),
    )
    .execute()
}

/** The slow requests of a day, most frequent first. */
export async function listSlowRequests(db: Db, day: string): Promise<SlowRequests[]> {
  return db
    .selectFrom('slowRequests')
    .selectAll()
    .where('day', '=', day)
    .orderBy('count', 'desc')
    .orderBy('route')
    .execute()
}

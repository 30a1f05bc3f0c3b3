import type { Insertable } from 'kysely'
import type { Database, Db } from '#server/database/schema.ts'

type PresentPlace = { name: string; address: string; yelpId: string | null }

export async function listPlaces(db: Db, campusCode: string): Promise<PresentPlace[]> {
  return db
    .selectFrom('restaurants')
    .select(['name', 'address', 'yelpId'])
    .where('campusCode', '=', campusCode)
    .execute()
}

// Far below what one statement may hold on either engine, and short enough to let other calls have their turn between.
const rowsAtOnce = 100

export async function insertRestaurants(
  tx: Db,
  restaurants: Insertable<Database['restaurants']>[],
): Promise<void> {
  for (let start = 0; start < restaurants.length; start += rowsAtOnce) {
    await tx
      .insertInto('restaurants')
      .values(restaurants.slice(start, start + rowsAtOnce))
      .execute()
    await new Promise(setImmediate)
  }
}

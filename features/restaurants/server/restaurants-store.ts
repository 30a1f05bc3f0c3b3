import type { Insertable } from 'kysely'
import { insertAll, list } from '#kit/server/database/rows.ts'
import type { Database, Db, Row } from '#kit/server/database/schema.ts'

/** The fields that identify a restaurant, for all restaurants of these campuses. */
export async function listPlaces(
  db: Db,
  campusCodes: string[],
): Promise<Pick<Row<'restaurants'>, 'id' | 'name' | 'address' | 'campusCode' | 'disabled' | 'yelpId'>[]> {
  if (campusCodes.length === 0) return []
  return db
    .selectFrom('restaurants')
    .select(['id', 'name', 'address', 'campusCode', 'disabled', 'yelpId'])
    .where('campusCode', 'in', campusCodes)
    .orderBy('id')
    .execute()
}

/** The restaurants with these ids, by id. */
export async function readRestaurantsById(db: Db, ids: number[]): Promise<Map<number, Row<'restaurants'>>> {
  return new Map((await list(db, 'restaurants', { id: ids })).map(row => [row.id, row]))
}

/** Returns the new ones by id. */
export async function insertRestaurants(
  db: Db,
  restaurants: Insertable<Database['restaurants']>[],
): Promise<Pick<Row<'restaurants'>, 'id' | 'name' | 'address'>[]> {
  const inserted = await insertAll(db, 'restaurants', restaurants, ['id', 'name', 'address'])
  return inserted.sort((a, b) => a.id - b.id)
}

import type { Insertable, Updateable } from 'kysely'
import { partsOf } from '#kit/server/database/batches.ts'
import { countRows } from '#kit/server/database/count-rows.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import { locked } from '#kit/server/database/locks.ts'
import type { Database, Db, Row } from '#kit/server/database/schema.ts'

type RestaurantTable = Database['restaurants']

export async function listRestaurantRows(db: Db): Promise<Row<'restaurants'>[]> {
  return db.selectFrom('restaurants').selectAll().orderBy('id').execute()
}

export async function listRestaurantRowsOfCampus(db: Db, campusCode: string): Promise<Row<'restaurants'>[]> {
  return db.selectFrom('restaurants').selectAll().where('campusCode', '=', campusCode).orderBy('id').execute()
}

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

export async function listRestaurantRowsByIds(db: Db, ids: number[]): Promise<Row<'restaurants'>[]> {
  return db
    .selectFrom('restaurants')
    .selectAll()
    .where(indexedIn(db, 'id', ids))
    .execute()
}

/** The restaurants with these ids, by id. */
export async function readRestaurantsById(db: Db, ids: number[]): Promise<Map<number, Row<'restaurants'>>> {
  return new Map((await listRestaurantRowsByIds(db, ids)).map(row => [row.id, row]))
}

export async function changeRestaurant(
  db: Db,
  id: number,
  changes: Updateable<RestaurantTable>,
): Promise<Row<'restaurants'> | undefined> {
  return db.updateTable('restaurants').set(changes).where('id', '=', id).returningAll().executeTakeFirst()
}

/** Without any field, all restaurants. */
export type RestaurantFilter = { ids?: number[]; campusCode?: string }

function chosen(db: Db, { ids, campusCode }: RestaurantFilter) {
  let query = db.selectFrom('restaurants')
  if (ids !== undefined) query = query.where(indexedIn(db, 'id', ids))
  if (campusCode !== undefined) query = query.where('campusCode', '=', campusCode)
  return query
}

// Far below the limits of a statement on either engine, and few enough to let other requests run in between.
const batchSize = 100

type Inserted = Pick<Row<'restaurants'>, 'id' | 'name' | 'address'>

/** Returns the new ones by id. */
export async function insertRestaurants(
  db: Db,
  restaurants: Insertable<RestaurantTable>[],
): Promise<Inserted[]> {
  const inserted: Inserted[] = []
  for await (const some of partsOf(restaurants, batchSize)) {
    const query = db.insertInto('restaurants').values(some).returning(['id', 'name', 'address'])
    inserted.push(...(await query.execute()))
  }
  return inserted.sort((a, b) => a.id - b.id)
}

/** The fields that tell enabled restaurants apart, latest first. */
export async function listEnabledPlaces(
  db: Db,
  { limit, last }: { limit: number; last: { id: number } | undefined },
): Promise<Pick<Row<'restaurants'>, 'id' | 'name' | 'address' | 'campusCode' | 'latitude' | 'longitude'>[]> {
  let query = db
    .selectFrom('restaurants')
    .select(['id', 'name', 'address', 'campusCode', 'latitude', 'longitude'])
    .where('disabled', '=', false)
  if (last) query = query.where('id', '<', last.id)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

/** The restaurants that were added to a campus at this exact time and have no position. */
export async function listUnlocatedIds(
  db: Db,
  { campusCode, createdAt }: Pick<Row<'restaurants'>, 'campusCode' | 'createdAt'>,
): Promise<number[]> {
  const rows = await db
    .selectFrom('restaurants')
    .select('id')
    .where('campusCode', '=', campusCode)
    .where('createdAt', '=', createdAt)
    .where(eb => eb.or([eb('latitude', 'is', null), eb('longitude', 'is', null)]))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function countRestaurants(db: Db, filter: RestaurantFilter): Promise<number> {
  return countRows(chosen(db, filter))
}

/** Locks restaurants until the transaction ends, so that they can't be rated or changed. */
export async function lockRestaurantRows(tx: Db, filter: RestaurantFilter): Promise<Row<'restaurants'>[]> {
  return chosen(tx, filter).selectAll().orderBy('id').$call(locked(tx)).execute()
}

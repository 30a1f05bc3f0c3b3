import type { Updateable } from 'kysely'
import { isOneOf } from '#server/database/id-list.ts'
import type { Database, Db, RestaurantRow } from '#server/database/schema.ts'

export async function listRestaurantRows(db: Db): Promise<RestaurantRow[]> {
  return db.selectFrom('restaurants').selectAll().orderBy('id').execute()
}

export async function listRestaurantRowsOfCampus(db: Db, campusCode: string): Promise<RestaurantRow[]> {
  return db.selectFrom('restaurants').selectAll().where('campusCode', '=', campusCode).orderBy('id').execute()
}

/** The enabled restaurants that a user has not rated; near one campus where it is given. */
export async function listUnratedRows(db: Db, userId: number, campusCode?: string): Promise<RestaurantRow[]> {
  let query = db
    .selectFrom('restaurants')
    .selectAll()
    .where('disabled', '=', false)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('ratings')
            .select('ratings.id')
            .where('ratings.userId', '=', userId)
            .whereRef('ratings.restaurantId', '=', 'restaurants.id'),
        ),
      ),
    )
  if (campusCode !== undefined) query = query.where('campusCode', '=', campusCode)
  return query.orderBy('id').execute()
}

export async function listRestaurantRowsByIds(db: Db, ids: number[]): Promise<RestaurantRow[]> {
  return db
    .selectFrom('restaurants')
    .selectAll()
    .where(isOneOf(db, 'id', ids))
    .execute()
}

export async function findRestaurant(db: Db, id: number): Promise<RestaurantRow | undefined> {
  return db.selectFrom('restaurants').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function changeRestaurant(
  db: Db,
  id: number,
  changes: Updateable<Database['restaurants']>,
): Promise<RestaurantRow | undefined> {
  return db.updateTable('restaurants').set(changes).where('id', '=', id).returningAll().executeTakeFirst()
}

import { listCampusRows } from '#features/campuses/server/campuses-store.ts'
import { listRestaurantRowsByIds } from '#features/restaurants/server/restaurants-store.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { RestaurantWithCampus } from './measure.ts'

/** How many restaurants are read and written at a time: it takes a few milliseconds. */
export const pieceSize = 200

/** Restaurants with their campuses, by id. */
export async function findWithCampuses(db: Db, ids: number[]): Promise<Map<number, RestaurantWithCampus>> {
  return withCampuses(db, await listRestaurantRowsByIds(db, ids))
}

export async function withCampuses(
  db: Db,
  rows: Row<'restaurants'>[],
): Promise<Map<number, RestaurantWithCampus>> {
  const campuses = new Map((await listCampusRows(db)).map(campus => [campus.code, campus]))
  return new Map(
    rows.flatMap(row => {
      const campus = campuses.get(row.campusCode)
      return campus ? [[row.id, { row, campus }]] : []
    }),
  )
}

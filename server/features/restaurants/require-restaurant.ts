import { findCampusByCode } from '#server/data/campuses-store.ts'
import { findRestaurant } from '#server/data/restaurants-store.ts'
import type { Db, Row } from '#server/database/schema.ts'
import { campusNotFound, restaurantNotFound } from '#server/http/errors.ts'

/** For URLs that name a campus or a restaurant: throws a 404 if it is unknown. */
export async function requireCampus(db: Db, code: string): Promise<void> {
  if (!(await findCampusByCode(db, code))) throw campusNotFound()
}

export async function requireRestaurant(db: Db, id: number): Promise<Row<'restaurants'>> {
  const row = await findRestaurant(db, id)
  if (!row) throw restaurantNotFound()
  return row
}

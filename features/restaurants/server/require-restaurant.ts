import { findCampusByCode } from '#features/campuses/server/campuses-store.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { campusNotFound, restaurantNotFound } from '#kit/server/http/errors.ts'
import { findRestaurant } from './restaurants-store.ts'

/** For URLs that name a campus or a restaurant: throws a 404 if it is unknown. */
export async function requireCampus(db: Db, code: string): Promise<void> {
  if (!(await findCampusByCode(db, code))) throw campusNotFound()
}

export async function requireRestaurant(db: Db, id: number): Promise<Row<'restaurants'>> {
  const row = await findRestaurant(db, id)
  if (!row) throw restaurantNotFound()
  return row
}

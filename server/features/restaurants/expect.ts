import type { Db, RestaurantRow } from '#server/database/schema.ts'
import { findCampusByCode } from '#server/features/campuses/campuses-store.ts'
import { notFound } from '#server/http/errors.ts'
import { findRestaurant } from './restaurants-store.ts'

/** For addresses that name a campus or a restaurant: unknown is 404. */
export async function expectCampus(db: Db, code: string): Promise<void> {
  if (!(await findCampusByCode(db, code))) throw notFound('Campus not found')
}

export async function expectRestaurant(db: Db, id: number): Promise<RestaurantRow> {
  const row = await findRestaurant(db, id)
  if (!row) throw restaurantNotFound()
  return row
}

export const restaurantNotFound = () => notFound('Restaurant not found')

import { find } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { restaurantNotFound } from '#kit/server/http/errors.ts'

export async function requireRestaurant(db: Db, id: number): Promise<Row<'restaurants'>> {
  const row = await find(db, 'restaurants', { id })
  if (!row) throw restaurantNotFound()
  return row
}

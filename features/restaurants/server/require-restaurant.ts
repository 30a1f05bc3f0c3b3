import { find } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { conflict, type Extra, notFound } from '#kit/server/http/errors.ts'

export const restaurantNotFound = (extra?: Extra) => notFound('Restaurant not found', extra)

/** Rejects an action on restaurants by a condition that would affect more or fewer than the user confirmed. */
export function requireCount(count: number, expected = count): void {
  if (count === expected) return
  const now = `${count.toLocaleString('en-US')} restaurant${count === 1 ? '' : 's'}`
  throw conflict(
    `It would be ${now} now, not ${expected.toLocaleString('en-US')}. Nothing was changed. Please confirm again.`,
    { code: 'changed_meanwhile', count },
  )
}

export async function requireRestaurant(db: Db, id: number): Promise<Row<'restaurants'>> {
  const row = await find(db, 'restaurants', { id })
  if (!row) throw restaurantNotFound()
  return row
}

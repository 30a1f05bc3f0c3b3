import { readRestaurants } from '#features/restaurants/server/present-restaurant.ts'
import { addDays, startOfDay } from '#kit/rules/time/zoned-time.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Visit } from '../contract.ts'
import { listUndismissedVisits, type VisitRow } from './visits-store.ts'

/** Visits as the API shows them, in the order of the rows. */
export async function presentVisits(db: Db, rows: VisitRow[]): Promise<Visit[]> {
  if (rows.length === 0) return []
  const restaurants = await readRestaurants(
    db,
    rows.map(row => row.restaurantId),
  )
  return rows.map(({ id, restaurantId, date, lunchId }) => ({
    id,
    restaurantId,
    date,
    lunchId,
    restaurant: restaurants.get(restaurantId) ?? null,
  }))
}

const daysToAsk = 14

/** The visits that a user may be asked to rate: the latest to each restaurant, unless it was rated since or deleted. */
export async function visitsToRate(
  db: Db,
  { userId, today, timeZone }: { userId: number; today: string; timeZone: string },
): Promise<Visit[]> {
  const from = addDays(today, -daysToAsk)
  const open = (await listUndismissedVisits(db, userId, from)).filter(
    ({ ratedAt, date }) => ratedAt === null || ratedAt < startOfDay(date, timeZone).toISOString(),
  )
  const latest = new Map(open.toReversed().map(visit => [visit.restaurantId, visit.id]))
  const visits = await presentVisits(
    db,
    open.filter(({ id, restaurantId }) => latest.get(restaurantId) === id),
  )
  return visits.filter(({ restaurant }) => restaurant !== null)
}

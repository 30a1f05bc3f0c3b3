import { readRestaurants } from '#features/restaurants/server/present-restaurant.ts'
import { addDays, startOfDay } from '#kit/rules/time/zoned-time.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Visit } from '../contract.ts'

/** Visits as the API shows them, in the order of the rows. */
export async function presentVisits(db: Db, rows: Row<'visits'>[]): Promise<Visit[]> {
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

/**
 * A user's visits since a day that were not dismissed, to places that are not hidden. Each has the time of the
 * user's rating of the place. Latest first. It reads only the user's own rows.
 */
async function listUndismissedVisits(db: Db, userId: number, from: string) {
  return db
    .selectFrom('visits')
    .leftJoin('ratings', join =>
      join
        .onRef('ratings.userId', '=', 'visits.userId')
        .onRef('ratings.restaurantId', '=', 'visits.restaurantId'),
    )
    .leftJoin('hiddenRestaurants', join =>
      join
        .onRef('hiddenRestaurants.userId', '=', 'visits.userId')
        .onRef('hiddenRestaurants.restaurantId', '=', 'visits.restaurantId'),
    )
    .selectAll('visits')
    .select('ratings.updatedAt as ratedAt')
    .where('visits.userId', '=', userId)
    .where('visits.date', '>=', from)
    .where('visits.dismissed', '=', false)
    .where('hiddenRestaurants.userId', 'is', null)
    .orderBy('visits.date', 'desc')
    .orderBy('visits.id', 'desc')
    .execute()
}

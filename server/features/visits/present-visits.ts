import type { Visit } from '#contract/visits.ts'
import { addDays, localDate, startOfDay } from '#domain/zoned-time.ts'
import { listUndismissedVisits, type VisitRow } from '#server/data/visits-store.ts'
import type { Db } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { readRestaurants } from '#server/features/restaurants/present-restaurant.ts'
import { enterLunchVisits } from './enter-visits.ts'

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

/** The visits that a user may be asked to rate: the latest to each restaurant, unless it was rated since. */
export async function visitsToRate(deps: Deps, userId: number): Promise<Visit[]> {
  const { db, now, config } = deps
  await enterLunchVisits(deps)
  const from = addDays(localDate(now(), config.timeZone), -daysToAsk)
  const open = (await listUndismissedVisits(db, userId, from)).filter(
    ({ ratedAt, date }) => ratedAt === null || ratedAt < startOfDay(date, config.timeZone).toISOString(),
  )
  const latest = new Map(open.toReversed().map(visit => [visit.restaurantId, visit.id]))
  return presentVisits(
    db,
    open.filter(({ id, restaurantId }) => latest.get(restaurantId) === id),
  )
}

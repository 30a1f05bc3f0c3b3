import { withRestaurants } from '#features/restaurants/server/present-restaurant.ts'
import { addDays } from '#kit/rules/time/zoned-time.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { RecentVisit, Visit } from '../contract.ts'
import { isUnratedSince } from '../visit-days.ts'

const daysToAsk = 14

type Whose = {
  userId: number
  today: string
  timeZone: string
  /** For how many days places where the user ate are left out of random picks. */
  avoidDays?: number
}

/**
 * A user's latest visits, latest first, if there are any; and those that the user may be asked to rate: the latest to each
 * restaurant, unless it was rated since, hidden or deleted.
 */
export async function readRecentVisits(
  db: Db,
  { userId, today, timeZone, avoidDays = 0 }: Whose,
): Promise<{ visits?: RecentVisit[]; toRate: Visit[] }> {
  const all = await listVisitsSince(db, userId, addDays(today, -Math.max(avoidDays, daysToAsk)))
  const open = all.filter(
    ({ date, dismissed, hiddenBy, ratedAt }) =>
      date >= addDays(today, -daysToAsk) &&
      !dismissed &&
      hiddenBy === null &&
      isUnratedSince(date, ratedAt, timeZone),
  )
  const latest = new Map(open.toReversed().map(visit => [visit.restaurantId, visit.id]))
  const asked = open.filter(({ id, restaurantId }) => latest.get(restaurantId) === id)
  const visits = all.map(({ restaurantId, date, lunchId }) => ({ restaurantId, date, lunchId }))
  return {
    ...(visits.length > 0 && { visits }),
    toRate: (await withRestaurants(db, asked)).filter(({ restaurant }) => restaurant !== null),
  }
}

/** A user's visits since a day, latest first. Each has the time of the user's rating of the place. It reads only the user's own rows. */
async function listVisitsSince(db: Db, userId: number, from: string) {
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
    .select(['ratings.updatedAt as ratedAt', 'hiddenRestaurants.userId as hiddenBy'])
    .where('visits.userId', '=', userId)
    .where('visits.date', '>=', from)
    .orderBy('visits.date', 'desc')
    .orderBy('visits.id', 'desc')
    .execute()
}

import { indexedIn } from '#kit/server/database/id-list.ts'
import type { Db } from '#kit/server/database/schema.ts'

/* What a group of people wants left out of what is proposed to it. */

/** The ids of the restaurants that people of a campus have visited since a day. */
export async function listVisitedIdsOfCampus(db: Db, campusCode: string, from: string): Promise<number[]> {
  const rows = await db
    .selectFrom('visits')
    .innerJoin('users', 'users.id', 'visits.userId')
    .select('restaurantId')
    .distinct()
    .where('users.campusCode', '=', campusCode)
    .where('date', '>=', from)
    .execute()
  return rows.map(({ restaurantId }) => restaurantId)
}

/** The ids of the restaurants that any of these users has hidden. */
export async function listHiddenIdsOf(db: Db, userIds: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('hiddenRestaurants')
    .select('restaurantId')
    .distinct()
    .where(indexedIn(db, 'userId', userIds))
    .execute()
  return rows.map(({ restaurantId }) => restaurantId)
}

import { type Selectable, sql } from 'kysely'
import { prepared } from '#kit/server/database/drivers/prepared.ts'
import type { Database, Db } from '#kit/server/database/schema.ts'

export type VisitRow = Selectable<Database['visits']>

/** A user's visits to all places or to one, latest first. */
export async function listVisitRows(db: Db, userId: number, restaurantId?: number): Promise<VisitRow[]> {
  let query = db.selectFrom('visits').selectAll().where('userId', '=', userId)
  if (restaurantId !== undefined) query = query.where('restaurantId', '=', restaurantId)
  return query.orderBy('date', 'desc').orderBy('id', 'desc').execute()
}

/**
 * A user's visits since a day that were not dismissed, to places that are not hidden. Each has the time of the
 * user's rating of the place. Latest first. It reads only the user's own rows.
 */
export async function listUndismissedVisits(
  db: Db,
  userId: number,
  from: string,
): Promise<(VisitRow & { ratedAt: string | null })[]> {
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

/** The ids of the restaurants that a user has visited since a day. */
export async function listVisitedIds(db: Db, userId: number, from: string): Promise<number[]> {
  const rows = await db
    .selectFrom('visits')
    .select('restaurantId')
    .distinct()
    .where('userId', '=', userId)
    .where('date', '>=', from)
    .execute()
  return rows.map(({ restaurantId }) => restaurantId)
}

/** Adds a visit; undefined if there is already one to the same place on that day. */
export async function insertVisit(db: Db, visit: Omit<VisitRow, 'id'>): Promise<VisitRow | undefined> {
  return db
    .insertInto('visits')
    .values(visit)
    .onConflict(conflict => conflict.columns(['userId', 'restaurantId', 'date']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function findVisitOf(
  db: Db,
  { userId, restaurantId, date }: Pick<VisitRow, 'userId' | 'restaurantId' | 'date'>,
): Promise<VisitRow> {
  return db
    .selectFrom('visits')
    .selectAll()
    .where('userId', '=', userId)
    .where('restaurantId', '=', restaurantId)
    .where('date', '=', date)
    .executeTakeFirstOrThrow()
}

/** Returns whether the user had such a visit. */
export async function removeVisitRow(db: Db, userId: number, id: number): Promise<boolean> {
  const result = await db
    .deleteFrom('visits')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Dismisses a visit and all earlier ones to the same place. Returns whether the user had such a visit. */
export async function dismissVisitRow(db: Db, userId: number, id: number): Promise<boolean> {
  const visit = await db
    .selectFrom('visits')
    .select(['restaurantId', 'date'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!visit) return false
  await db
    .updateTable('visits')
    .set({ dismissed: true })
    .where('userId', '=', userId)
    .where('restaurantId', '=', visit.restaurantId)
    .where('date', '<=', visit.date)
    .execute()
  return true
}

/** How many people other than this user visited a restaurant since a day. */
export async function countOtherVisitors(
  db: Db,
  { restaurantId, userId, from }: { restaurantId: number; userId: number; from: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('visits')
    .select(eb => eb.fn.count<number>('userId').distinct().as('count'))
    .where('restaurantId', '=', restaurantId)
    .where('date', '>=', from)
    .where('userId', '!=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** The last day on which at least `minPeople` other people of a campus visited a restaurant. */
export async function findLastDayOfCampus(
  db: Db,
  {
    restaurantId,
    userId,
    campusCode,
    minPeople,
  }: { restaurantId: number; userId: number; campusCode: string; minPeople: number },
): Promise<string | null> {
  const row = await db
    .selectFrom('visits')
    .innerJoin('users', 'users.id', 'visits.userId')
    .select('visits.date')
    .where('restaurantId', '=', restaurantId)
    .where('users.campusCode', '=', campusCode)
    .where('users.id', '!=', userId)
    .groupBy('visits.date')
    .having(eb => eb.fn.countAll<number>(), '>=', minPeople)
    .orderBy('visits.date', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.date ?? null
}

/** The ids of the restaurants that a user has hidden. */
export async function listHiddenIds(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('hiddenRestaurants')
    .select('restaurantId')
    .where('userId', '=', userId)
    .orderBy('restaurantId')
    .execute()
  return rows.map(({ restaurantId }) => restaurantId)
}

export async function hideRow(db: Db, userId: number, restaurantId: number): Promise<void> {
  await db
    .insertInto('hiddenRestaurants')
    .values({ userId, restaurantId })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function showRow(db: Db, userId: number, restaurantId: number): Promise<void> {
  await db
    .deleteFrom('hiddenRestaurants')
    .where('userId', '=', userId)
    .where('restaurantId', '=', restaurantId)
    .execute()
}

/** The decided lunches that left in this period and whose visits have not been added yet. Every Home asks for them. */
export const listLunchesWithoutVisits = prepared<{ from: string; until: string }>()((db, value) =>
  db
    .selectFrom('lunches')
    .select(['id', 'leavesAt', 'campusCode', 'department'])
    .where('leavesAt', '>', value('from'))
    .where('leavesAt', '<=', value('until'))
    .where('state', '=', 'decided')
    .where('decidedRestaurantId', 'is not', null)
    .where('visitsEntered', '=', false)
    .orderBy('id'),
)

/** Adds a visit for each person in a lunch, unless they already have one to the same place on that day. */
export async function insertLunchVisits(
  tx: Db,
  lunchId: number,
  { date, createdAt }: { date: string; createdAt: string },
): Promise<void> {
  await tx
    .insertInto('visits')
    .columns(['userId', 'restaurantId', 'date', 'lunchId', 'dismissed', 'createdAt'])
    .expression(eb =>
      eb
        .selectFrom('lunchPeople')
        .innerJoin('lunches', 'lunches.id', 'lunchPeople.lunchId')
        .select('lunchPeople.userId')
        .select(({ ref }) => [
          ref('lunches.decidedRestaurantId').$notNull().as('restaurantId'),
          sql<string>`cast(${date} as text)`.as('date'),
          'lunches.id as lunchId',
          sql<boolean>`false`.as('dismissed'),
          sql<string>`cast(${createdAt} as text)`.as('createdAt'),
        ])
        .where('lunches.id', '=', lunchId)
        .orderBy('lunchPeople.userId'),
    )
    .onConflict(conflict => conflict.columns(['userId', 'restaurantId', 'date']).doNothing())
    .execute()
}

/** False if another process was faster. */
export async function markVisitsEntered(tx: Db, lunchId: number): Promise<boolean> {
  const result = await tx
    .updateTable('lunches')
    .set({ visitsEntered: true })
    .where('id', '=', lunchId)
    .where('visitsEntered', '=', false)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

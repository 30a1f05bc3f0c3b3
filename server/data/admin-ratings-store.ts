import { isOneOf } from '#server/database/id-list.ts'
import type { Db, RatingRow } from '#server/database/schema.ts'

export type AdminRatingRow = RatingRow & {
  firstName: string
  lastName: string
  department: string
  email: string
  restaurantName: string
  campusCode: string
}

export type RatingFilter = {
  userId?: number | undefined
  restaurantId?: number | undefined
  campusCode?: string | undefined
  /** Only ratings with lower ids. */
  before?: number | undefined
}

/** Ratings with their people and restaurants; by time, stars or id, and the latest first among equals. */
export async function listAdminRatingRows(
  db: Db,
  filter: RatingFilter,
  page: {
    sort: 'updatedAt' | 'value' | 'id'
    order: 'asc' | 'desc'
    limit?: number | undefined
    offset?: number
  },
): Promise<AdminRatingRow[]> {
  const { sort, order, limit = everything, offset = 0 } = page
  return filtered(db, filter)
    .selectAll('ratings')
    .select(['users.firstName', 'users.lastName', 'users.department', 'users.email'])
    .select(['restaurants.name as restaurantName', 'restaurants.campusCode'])
    .orderBy(`ratings.${sort}`, order)
    .orderBy('ratings.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Added up from the tallies of the restaurants where they tell it, since there may be a million ratings. */
export async function countAdminRatings(db: Db, filter: RatingFilter): Promise<number> {
  const { userId, restaurantId, campusCode, before } = filter
  if (userId !== undefined || before !== undefined) {
    const { count } = await filtered(db, filter)
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }
  let query = db.selectFrom('restaurants').select(eb => eb.fn.sum<number | null>('ratingCount').as('count'))
  if (restaurantId !== undefined) query = query.where('id', '=', restaurantId)
  if (campusCode !== undefined) query = query.where('campusCode', '=', campusCode)
  return (await query.executeTakeFirst())?.count ?? 0
}

export async function findAdminRating(db: Db, id: number): Promise<AdminRatingRow | undefined> {
  return filtered(db, {})
    .selectAll('ratings')
    .select(['users.firstName', 'users.lastName', 'users.department', 'users.email'])
    .select(['restaurants.name as restaurantName', 'restaurants.campusCode'])
    .where('ratings.id', '=', id)
    .executeTakeFirst()
}

/** All ratings of some people for some restaurants. */
export async function listRatingsAmong(
  db: Db,
  { userIds, restaurantIds }: { userIds: number[]; restaurantIds: number[] },
): Promise<RatingRow[]> {
  return db
    .selectFrom('ratings')
    .selectAll()
    .where(isOneOf(db, 'userId', userIds))
    .where(isOneOf(db, 'restaurantId', restaurantIds))
    .execute()
}

/** Writes many ratings, new ones and others in the place of what was; in pieces, so that no limit on variables is met. */
export async function saveRatings(tx: Db, ratings: Omit<RatingRow, 'id'>[]): Promise<void> {
  for (let start = 0; start < ratings.length; start += 500) {
    await tx
      .insertInto('ratings')
      .values(ratings.slice(start, start + 500))
      .onConflict(conflict =>
        conflict.columns(['userId', 'restaurantId']).doUpdateSet(eb => ({
          value: eb.ref('excluded.value'),
          comment: eb.ref('excluded.comment'),
          updatedAt: eb.ref('excluded.updatedAt'),
        })),
      )
      .execute()
  }
}

export async function removeRating(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('ratings').where('id', '=', id).execute()
}

// SQLite knows an offset only beside a limit.
const everything = 2_147_483_647

function filtered(db: Db, { userId, restaurantId, campusCode, before }: RatingFilter) {
  let query = db
    .selectFrom('ratings')
    .innerJoin('users', 'users.id', 'ratings.userId')
    .innerJoin('restaurants', 'restaurants.id', 'ratings.restaurantId')
  if (userId !== undefined) query = query.where('ratings.userId', '=', userId)
  if (restaurantId !== undefined) query = query.where('ratings.restaurantId', '=', restaurantId)
  if (campusCode !== undefined) query = query.where('restaurants.campusCode', '=', campusCode)
  if (before !== undefined) query = query.where('ratings.id', '<', before)
  return query
}

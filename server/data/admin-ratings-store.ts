import { countRows } from '#server/database/count-rows.ts'
import { indexedIn } from '#server/database/id-list.ts'
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
}

type RowFilter = RatingFilter & {
  userIds?: number[] | undefined
  restaurantIds?: number[] | undefined
  ids?: number[] | undefined
}

/** Ratings with their users and restaurants, sorted by time or stars; ties are sorted newest first. */
export async function listAdminRatingRows(
  db: Db,
  filter: RowFilter,
  page: {
    sort: 'updatedAt' | 'value'
    order: 'asc' | 'desc'
    limit?: number | undefined
    offset?: number
  },
): Promise<AdminRatingRow[]> {
  const { sort, order, limit = noLimit, offset = 0 } = page
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

/** Sums the restaurants' tallies where they suffice, because counting a million ratings is slow. */
export async function countAdminRatings(db: Db, filter: RatingFilter): Promise<number> {
  const { userId, restaurantId, campusCode } = filter
  if (userId !== undefined) return countRows(filtered(db, filter))
  let query = db.selectFrom('restaurants').select(eb => eb.fn.sum<number | null>('ratingCount').as('count'))
  if (restaurantId !== undefined) query = query.where('id', '=', restaurantId)
  if (campusCode !== undefined) query = query.where('campusCode', '=', campusCode)
  return (await query.executeTakeFirst())?.count ?? 0
}

/** The restaurants that have ratings, each with its number of ratings. */
export async function countByRestaurant(db: Db, campusCode: string | undefined) {
  let query = db
    .selectFrom('restaurants')
    .select(['id', 'name', 'campusCode', 'ratingCount as count'])
    .where('ratingCount', '>', 0)
  if (campusCode !== undefined) query = query.where('campusCode', '=', campusCode)
  return query.execute()
}

/** The users who have rated, each with their number of ratings. */
export async function countByUser(db: Db, campusCode: string | undefined) {
  let ratings = db.selectFrom('ratings').select(eb => ['userId', eb.fn.countAll<number>().as('count')])
  if (campusCode !== undefined)
    ratings = ratings
      .innerJoin('restaurants', 'restaurants.id', 'ratings.restaurantId')
      .where('restaurants.campusCode', '=', campusCode)
  return db
    .selectFrom(ratings.groupBy('userId').as('counted'))
    .innerJoin('users', 'users.id', 'counted.userId')
    .select(['users.id', 'firstName', 'lastName', 'counted.count'])
    .execute()
}

export async function findAdminRating(db: Db, id: number): Promise<AdminRatingRow | undefined> {
  return filtered(db, {})
    .selectAll('ratings')
    .select(['users.firstName', 'users.lastName', 'users.department', 'users.email'])
    .select(['restaurants.name as restaurantName', 'restaurants.campusCode'])
    .where('ratings.id', '=', id)
    .executeTakeFirst()
}

/** All ratings that these users gave these restaurants. */
export async function listRatingsAmong(
  db: Db,
  { userIds, restaurantIds }: { userIds: number[]; restaurantIds: number[] },
): Promise<RatingRow[]> {
  return db
    .selectFrom('ratings')
    .selectAll()
    .where(indexedIn(db, 'userId', userIds))
    .where(indexedIn(db, 'restaurantId', restaurantIds))
    .execute()
}

/** Inserts or overwrites many ratings, in batches that stay below the limit on bound variables. */
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

// SQLite accepts an offset only together with a limit.
const noLimit = 2_147_483_647

function filtered(db: Db, filter: RowFilter) {
  const { userId, restaurantId, campusCode, userIds, restaurantIds, ids } = filter
  let query = ratingsOf(db, userId)
    .innerJoin('users', 'users.id', 'ratings.userId')
    .innerJoin('restaurants', 'restaurants.id', 'ratings.restaurantId')
  if (restaurantId !== undefined) query = query.where('ratings.restaurantId', '=', restaurantId)
  if (campusCode !== undefined) query = query.where('restaurants.campusCode', '=', campusCode)
  if (userIds) query = query.where(indexedIn(db, 'ratings.userId', userIds))
  if (restaurantIds) query = query.where(indexedIn(db, 'ratings.restaurantId', restaurantIds))
  if (ids) query = query.where(indexedIn(db, 'ratings.id', ids))
  return query
}

function ratingsOf(db: Db, userId: number | undefined) {
  const all = db.selectFrom('ratings')
  if (userId === undefined) return all
  // Otherwise PostgreSQL scans the ratings of all users in order of time to find those of one user.
  return db
    .with(
      cte => cte('own').materialized(),
      cte => cte.selectFrom('ratings').selectAll().where('userId', '=', userId),
    )
    .selectFrom('own as ratings') as unknown as typeof all
}

import { noLimit } from '#server/database/batches.ts'
import { countRows } from '#server/database/count-rows.ts'
import { indexedIn } from '#server/database/id-list.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Db, RatingRow } from '#server/database/schema.ts'

export async function findOwnRating(db: Db, id: number, userId: number): Promise<RatingRow | undefined> {
  return db
    .selectFrom('ratings')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
}

export async function findRatingOf(
  db: Db,
  userId: number,
  restaurantId: number,
): Promise<RatingRow | undefined> {
  return (await selectRating(db, { userId, restaurantId }))[0]
}

const selectRating = prepared<{ userId: number; restaurantId: number }>()((db, value) =>
  db
    .selectFrom('ratings')
    .selectAll()
    .where('userId', '=', value('userId'))
    .where('restaurantId', '=', value('restaurantId')),
)

/** A user's ratings, latest first. */
export async function listRatingsOf(db: Db, userId: number): Promise<RatingRow[]> {
  return db
    .selectFrom('ratings')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('updatedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function listRatingsOfAmong(
  db: Db,
  userId: number,
  restaurantIds: number[],
): Promise<RatingRow[]> {
  return db
    .selectFrom('ratings')
    .selectAll()
    .where('userId', '=', userId)
    .where(indexedIn(db, 'restaurantId', restaurantIds))
    .execute()
}

type ReviewRow = RatingRow & { firstName: string; lastName: string; department: string }

/** A restaurant's ratings with their authors, latest first. */
export async function listReviewRows(
  db: Db,
  restaurantId: number,
  page: { limit?: number; offset?: number; department?: string },
): Promise<ReviewRow[]> {
  const { limit, offset = 0, department } = page
  return reviews(db, restaurantId, department)
    .selectAll('ratings')
    .select(['users.firstName', 'users.lastName', 'users.department'])
    .orderBy('ratings.updatedAt', 'desc')
    .orderBy('ratings.id', 'desc')
    .limit(limit ?? noLimit)
    .offset(offset)
    .execute()
}

export const countReviews = (db: Db, restaurantId: number, department?: string): Promise<number> =>
  countRows(reviews(db, restaurantId, department))

const reviews = (db: Db, restaurantId: number, department: string | undefined) =>
  db
    .selectFrom('ratings')
    .innerJoin('users', 'users.id', 'ratings.userId')
    .where('restaurantId', '=', restaurantId)
    .$if(department !== undefined, query => query.where('users.department', '=', department ?? ''))

/** Inserts the first rating of a user for a restaurant; the caller has looked for an old one under its locks. */
export async function insertRating(tx: Db, rating: Omit<RatingRow, 'id'>): Promise<RatingRow> {
  const [inserted] = await insertRow(tx, rating)
  if (!inserted) throw new Error('The inserted rating was not returned')
  return inserted
}

const insertRow = prepared<Omit<RatingRow, 'id'>>()((tx, value) =>
  tx
    .insertInto('ratings')
    .values({
      userId: value('userId'),
      restaurantId: value('restaurantId'),
      value: value('value'),
      comment: value('comment'),
      createdAt: value('createdAt'),
      updatedAt: value('updatedAt'),
    })
    .returningAll(),
)

export const updateRating = prepared<Pick<RatingRow, 'id' | 'value' | 'comment' | 'updatedAt'>>()(
  (tx, value) =>
    tx
      .updateTable('ratings')
      .set({ value: value('value'), comment: value('comment'), updatedAt: value('updatedAt') })
      .where('id', '=', value('id')),
)

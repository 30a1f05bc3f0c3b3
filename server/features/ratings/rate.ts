import { lockForRating } from '#server/data/rating-locks-store.ts'
import { findOwnRating, findRatingOf, insertRating, updateRating } from '#server/data/ratings-store.ts'
import { changeTallies } from '#server/data/tallies-store.ts'
import { lockUser } from '#server/data/users-store.ts'
import type { Db, RatingRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { invalid, notFound, notSignedIn, restaurantNotFound } from '#server/http/errors.ts'

export type Stars = {
  value: number
  /** If left out, an existing comment stays; null or empty clears it. */
  comment?: string | null
}

/** Creates or changes a user's rating of a restaurant, and updates the tallies. */
export async function rate(
  { db, now }: Deps,
  userId: number,
  restaurantId: number,
  stars: Stars,
): Promise<{ rating: RatingRow; isNew: boolean }> {
  const time = now().toISOString()
  return db.transaction().execute(async tx => {
    const department = await lockDepartmentOf(tx, userId, restaurantId)
    return writeRating(tx, { userId, department, restaurantId, stars, time })
  })
}

/** Changes one of the user's own ratings, but not its restaurant. */
export async function changeRating(
  { db, now }: Deps,
  userId: number,
  ratingId: number,
  { restaurantId, ...stars }: Stars & { restaurantId?: number },
): Promise<RatingRow> {
  const time = now().toISOString()
  const findPlace = async (tx: Db) => {
    const old = await findOwnRating(tx, ratingId, userId)
    if (!old) throw notFound('Rating not found')
    if (restaurantId !== undefined && restaurantId !== old.restaurantId)
      throw invalid('restaurantId', 'The restaurant of a rating can’t be changed')
    return old.restaurantId
  }
  return db.transaction().execute(async tx => {
    const place = await findPlace(tx)
    const department = await lockDepartmentOf(tx, userId, place)
    return (await writeRating(tx, { userId, department, restaurantId: place, stars, time })).rating
  })
}

/** The comment of a rating after the stars are applied. */
export const commentAfter = (
  old: Pick<RatingRow, 'comment'> | undefined,
  { comment }: Stars,
): string | null => (comment === undefined ? (old?.comment ?? null) : comment || null)

/** Locks both, so that their rating and tallies don't change in the meantime. */
async function lockDepartmentOf(tx: Db, userId: number, restaurantId: number): Promise<string> {
  const both = await lockForRating(tx, userId, restaurantId)
  if (both) return both.department
  throw (await lockUser(tx, userId)) ? restaurantNotFound() : notSignedIn()
}

/** Writes one rating; the caller must hold the locks on its user and restaurant. */
export async function writeRating(
  tx: Db,
  by: { userId: number; department: string; restaurantId: number; stars: Stars; time: string },
): Promise<{ rating: RatingRow; isNew: boolean; old: RatingRow | undefined }> {
  const { userId, department, restaurantId, stars, time } = by
  const old = await findRatingOf(tx, userId, restaurantId)
  const changes = { value: stars.value, comment: commentAfter(old, stars), updatedAt: time }
  const rating = old
    ? { ...old, ...changes }
    : await insertRating(tx, { userId, restaurantId, createdAt: time, ...changes })
  const change = {
    count: old ? 0 : 1,
    sum: stars.value - (old?.value ?? 0),
    squares: stars.value ** 2 - (old?.value ?? 0) ** 2,
  }
  await Promise.all([
    old && updateRating(tx, rating),
    changeTallies(tx, { restaurantId, department, ...change }),
  ])
  return { rating, isNew: !old, old }
}

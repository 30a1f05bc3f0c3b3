import { lockRater, lockRestaurant } from '#server/data/rating-locks-store.ts'
import { findOwnRating, findRatingOf, saveRating } from '#server/data/ratings-store.ts'
import { rateInOneStatement } from '#server/data/single-rating-store.ts'
import { changeTallies } from '#server/data/tallies-store.ts'
import type { Db, RatingRow } from '#server/database/schema.ts'
import { withRetries } from '#server/database/transactions.ts'
import type { Deps } from '#server/deps.ts'
import { restaurantNotFound } from '#server/features/restaurants/require-restaurant.ts'
import { invalid, notFound, notSignedIn } from '#server/http/errors.ts'

export type Stars = {
  value: number
  /** If left out, an existing comment stays; null or empty clears it. */
  comment?: string | null | undefined
}

/** Creates or changes a user's rating of a restaurant, and updates the tallies. */
export async function rate(
  { db, now }: Deps,
  userId: number,
  restaurantId: number,
  stars: Stars,
): Promise<{ rating: RatingRow; isNew: boolean }> {
  const time = now().toISOString()
  const single = { ...storedStars(stars), userId, restaurantId, mayAdd: true, time }
  return (
    (await withRetries(() => rateInOneStatement(db, single))) ??
    db.transaction().execute(async tx => {
      const department = await lockDepartmentOf(tx, userId)
      return writeRating(tx, { userId, department, restaurantId, stars, time })
    })
  )
}

/** Changes one of the user's own ratings, but not its restaurant. */
export async function changeRating(
  { db, now }: Deps,
  userId: number,
  ratingId: number,
  { restaurantId, ...stars }: Stars & { restaurantId?: number | undefined },
): Promise<RatingRow> {
  const time = now().toISOString()
  const findPlace = async (db: Db) => {
    const old = await findOwnRating(db, ratingId, userId)
    if (!old) throw notFound('Rating not found')
    if (restaurantId !== undefined && restaurantId !== old.restaurantId)
      throw invalid('restaurantId', 'The restaurant of a rating can’t be changed')
    return old.restaurantId
  }
  const single = { ...storedStars(stars), userId, restaurantId: await findPlace(db), mayAdd: false, time }
  const saved =
    (await withRetries(() => rateInOneStatement(db, single))) ??
    (await db.transaction().execute(async tx => {
      const department = await lockDepartmentOf(tx, userId)
      return writeRating(tx, { userId, department, restaurantId: await findPlace(tx), stars, time })
    }))
  return saved.rating
}

/** The comment of a rating after the stars are applied. */
export const commentAfter = (
  old: Pick<RatingRow, 'comment'> | undefined,
  { comment }: Stars,
): string | null => (comment === undefined ? (old?.comment ?? null) : comment || null)

const storedStars = ({ value, comment }: Stars) => ({
  value,
  comment: comment || null,
  keepsComment: comment === undefined,
})

async function lockDepartmentOf(tx: Db, userId: number): Promise<string> {
  const rater = await lockRater(tx, userId)
  if (!rater) throw notSignedIn()
  return rater.department
}

/** Writes one rating; the caller must hold the lock on its user. */
export async function writeRating(
  tx: Db,
  by: { userId: number; department: string; restaurantId: number; stars: Stars; time: string },
): Promise<{ rating: RatingRow; isNew: boolean; old: RatingRow | undefined }> {
  const { userId, department, restaurantId, stars, time } = by
  if (!(await lockRestaurant(tx, restaurantId))) throw restaurantNotFound()
  const old = await findRatingOf(tx, userId, restaurantId)
  const rating = await saveRating(tx, {
    userId,
    restaurantId,
    value: stars.value,
    comment: commentAfter(old, stars),
    createdAt: time,
    updatedAt: time,
  })
  await changeTallies(tx, {
    restaurantId,
    department,
    count: old ? 0 : 1,
    sum: stars.value - (old?.value ?? 0),
    squares: stars.value ** 2 - (old?.value ?? 0) ** 2,
  })
  return { rating, isNew: !old, old }
}

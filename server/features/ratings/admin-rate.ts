import type { AdminRating } from '#contract/admin-ratings.ts'
import { type Actor, recordAudit } from '#server/audit/record-audit.ts'
import { type AdminRatingRow, findAdminRating, removeRating } from '#server/data/admin-ratings-store.ts'
import { lockForRating } from '#server/data/rating-locks-store.ts'
import { changeTallies } from '#server/data/tallies-store.ts'
import { lockUser } from '#server/data/users-store.ts'
import type { Db, RatingRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { notFound, rejectOutdated, restaurantNotFound, userNotFound } from '#server/http/errors.ts'
import { type Stars, writeRating } from './rate.ts'
import { moveRatingToTrash } from './trashed-ratings.ts'

/** Creates or changes a user's rating of a restaurant on behalf of the user. */
export async function rateFor(
  { db, now }: Deps,
  { userId, restaurantId, ...stars }: Stars & { userId: number; restaurantId: number },
  by: Actor,
): Promise<{ rating: AdminRatingRow; isNew: boolean }> {
  return db.transaction().execute(async tx => {
    const rater = await lockForRating(tx, userId, restaurantId)
    if (!rater) throw (await lockUser(tx, userId)) ? restaurantNotFound() : userNotFound()
    const time = now().toISOString()
    const written = { userId, department: rater.department, restaurantId, stars, time }
    const { rating: after, isNew, old } = await writeRating(tx, written)
    const rating = await requireRating(tx, after.id)
    const action = isNew ? 'RATING_CREATED' : 'RATING_UPDATED'
    await recordAudit(tx, { action, details: detailsOf(rating, old, after), by, time })
    return { rating, isNew }
  })
}

/** Changes the value or the comment of any user's rating. */
export async function editRating(
  { db, now }: Deps,
  id: number,
  { value, comment, expectedUpdatedAt }: Partial<Stars> & { expectedUpdatedAt?: string },
  by: Actor,
): Promise<AdminRatingRow> {
  return db.transaction().execute(async tx => {
    const { old, department } = await lockRating(tx, id)
    const message = 'Someone else changed this rating in the meantime'
    await rejectOutdated(expectedUpdatedAt, old, message, () => presentRating(old))
    const { userId, restaurantId } = old
    const time = now().toISOString()
    const stars = { value: value ?? old.value, comment }
    const { rating: after } = await writeRating(tx, { userId, department, restaurantId, stars, time })
    const rating = await requireRating(tx, id)
    await recordAudit(tx, { action: 'RATING_UPDATED', details: detailsOf(rating, old, after), by, time })
    return rating
  })
}

/** Deletes any user's rating; it can be restored from the trash. */
export async function deleteRating({ db, now }: Deps, id: number, by: Actor): Promise<void> {
  await db.transaction().execute(async tx => {
    const { old, department } = await lockRating(tx, id)
    const time = now().toISOString()
    await moveRatingToTrash(tx, old, { by, time })
    await removeRating(tx, id)
    await changeTallies(tx, {
      restaurantId: old.restaurantId,
      department,
      count: -1,
      sum: -old.value,
      squares: -(old.value ** 2),
    })
    await recordAudit(tx, { action: 'RATING_DELETED', details: detailsOf(old, old, undefined), by, time })
  })
}

async function requireRating(db: Db, id: number): Promise<AdminRatingRow> {
  const rating = await findAdminRating(db, id)
  if (!rating) throw notFound('Rating not found')
  return rating
}

/** Locks a rating's user and restaurant; returns the rating, read under these locks, and the user's department. */
async function lockRating(tx: Db, id: number): Promise<{ old: AdminRatingRow; department: string }> {
  const { userId, restaurantId } = await requireRating(tx, id)
  const rater = await lockForRating(tx, userId, restaurantId)
  const old = await requireRating(tx, id)
  return { old, department: rater?.department ?? old.department }
}

function detailsOf(
  { id, userId, email, restaurantId, restaurantName }: AdminRatingRow,
  before: RatingRow | undefined,
  after: RatingRow | undefined,
) {
  const shown = (row: RatingRow | undefined) => row && { value: row.value, comment: row.comment }
  return { id, userId, email, restaurantId, restaurantName, before: shown(before), after: shown(after) }
}

/** A rating as administrators see it. */
export function presentRating(row: AdminRatingRow): AdminRating {
  const { firstName, lastName, department, email, restaurantName, address, campusCode, ...rating } = row
  return {
    ...rating,
    user: { id: rating.userId, firstName, lastName, department, email },
    restaurant: { id: rating.restaurantId, name: restaurantName, address, campusCode },
  }
}

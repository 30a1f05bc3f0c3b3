import { listRatingsAmong, saveRatings } from '#server/data/admin-ratings-store.ts'
import { lockRestaurantRows } from '#server/data/restaurants-store.ts'
import { recountTallies } from '#server/data/tallies-store.ts'
import { lockUsers } from '#server/data/users-store.ts'
import type { Db, RatingRow } from '#server/database/schema.ts'
import { commentAfter, type Stars } from './rate.ts'

export type WantedRating = Stars & { userId: number; restaurantId: number }
type Written = Pick<RatingRow, 'value' | 'comment'>
type NamedRating = WantedRating & { userEmail: string; restaurantName: string | undefined }
type PlannedRating = Written & { outcome: 'new' | 'changed' | 'same'; before: Written | null }

/**
 * Locks all users and restaurants of the ratings, which must happen before planning and writing them; returns the names
 * of the restaurants that exist.
 */
export async function lockForRatings(tx: Db, requested: WantedRating[]): Promise<Map<number, string>> {
  const { userIds, restaurantIds } = idsIn(requested)
  await lockUsers(tx, userIds)
  return new Map((await lockRestaurantRows(tx, { ids: restaurantIds })).map(({ id, name }) => [id, name]))
}

/** Determines what each rating would do, one after the other: a later one may change what an earlier one writes. */
export async function planRatings(db: Db, requested: WantedRating[]): Promise<PlannedRating[]> {
  const rows = await listRatingsAmong(db, idsIn(requested))
  const present = new Map<string, Written>(rows.map(row => [keyOf(row), row]))
  return requested.map(rating => {
    const old = present.get(keyOf(rating))
    const before = old ? { value: old.value, comment: old.comment } : null
    const after = { value: rating.value, comment: commentAfter(old, rating) }
    present.set(keyOf(rating), after)
    if (!before) return { outcome: 'new', before, ...after }
    const isSame = before.value === after.value && before.comment === after.comment
    return { outcome: isSame ? 'same' : 'changed', before, ...after }
  })
}

/** What a plan writes, as the audit log has it of a single rating. */
export const editsOf = (requested: NamedRating[], planned: PlannedRating[]) =>
  planned.flatMap(({ outcome, before, value, comment }, index) => {
    const rating = requested[index]
    if (!rating || outcome === 'same') return []
    const { userId, userEmail: email, restaurantId, restaurantName } = rating
    const named = { userId, email, restaurantId, restaurantName }
    return { ...named, ...(before && { before }), after: { value, comment } }
  })

/** Writes a plan that was made under the same locks, and recounts the restaurants' tallies. */
export async function writePlanned(
  tx: Db,
  requested: WantedRating[],
  planned: PlannedRating[],
  time: string,
): Promise<void> {
  const rows = new Map<string, Omit<RatingRow, 'id'>>()
  for (const [index, { userId, restaurantId }] of requested.entries()) {
    const plan = planned[index]
    if (!plan || plan.outcome === 'same') continue
    const { value, comment } = plan
    const row = { userId, restaurantId, value, comment, createdAt: time, updatedAt: time }
    rows.set(keyOf(row), row)
  }
  const written = [...rows.values()]
  if (written.length === 0) return
  await saveRatings(tx, written)
  await recountTallies(tx, idsIn(written).restaurantIds)
}

const keyOf = ({ userId, restaurantId }: { userId: number; restaurantId: number }) =>
  `${userId} ${restaurantId}`

function idsIn(ratings: { userId: number; restaurantId: number }[]) {
  return {
    userIds: [...new Set(ratings.map(rating => rating.userId))],
    restaurantIds: [...new Set(ratings.map(rating => rating.restaurantId))],
  }
}

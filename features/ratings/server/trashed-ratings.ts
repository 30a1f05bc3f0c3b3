import { insertRestoredRatings } from '#features/trash/server/trash.ts'
import type { Restored, TrashRules } from '#features/trash/server/trash-api.ts'
import { starCount } from '#kit/rules/stars.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { find, list, lock } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'

export const trashedRatings: TrashRules = {
  restored: 'RATING_RESTORED',
  isUndoable: true,
  describe: ({ value, rater }) =>
    `${starCount(value ?? 0)} by ${rater ? fullName(rater) : 'a deleted account'}`,
  restore: restoreRatings,
}

/** Restores ratings, unless the user or the restaurant is gone, or the user has rated the restaurant again. */
async function restoreRatings(tx: Db, trash: Row<'trash'>[]): Promise<Restored> {
  const ratings = await list(tx, 'trashedRatings', { trashId: trash.map(row => row.id) })
  const restaurantIds = [...new Set(ratings.map(rating => rating.restaurantId))]
  await lock(tx, 'users', { id: [...new Set(ratings.map(rating => rating.userId))] })
  const byTrashId = new Map(ratings.map(rating => [rating.trashId, rating]))
  const places = new Set((await lock(tx, 'restaurants', { id: restaurantIds })).map(place => place.id))

  const result: Restored = { rows: [], skipped: [] }
  // Latest first: of two ratings by the same user for the same restaurant, restore the later one.
  for (const row of trash.toSorted((a, b) => b.id - a.id)) {
    const rating = byTrashId.get(row.id)
    const message = await whyNotRestorable(tx, rating, places)
    if (message === null) {
      await insertRestoredRatings(tx, [row.id])
      result.rows.push(row)
    } else result.skipped.push({ id: row.itemId, message })
  }
  return result
}

async function whyNotRestorable(
  tx: Db,
  rating: Row<'trashedRatings'> | undefined,
  places: Set<number>,
): Promise<string | null> {
  if (!rating) return 'The account that it belongs to is gone'
  if (!places.has(rating.restaurantId))
    return (await find(tx, 'trash', { kind: 'restaurant', itemId: rating.restaurantId }))
      ? 'Its restaurant was deleted. Restore the restaurant first.'
      : 'Its restaurant was permanently deleted'
  const { userId, restaurantId } = rating
  const newer = await find(tx, 'ratings', { userId, restaurantId })
  return newer ? 'The restaurant has been rated again by the same person' : null
}

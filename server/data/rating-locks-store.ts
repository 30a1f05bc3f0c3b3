import { locked } from '#server/database/locks.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Db } from '#server/database/schema.ts'

/**
 * Locks a user and a restaurant, before their rating is read and written. The department is
 * the user's; undefined if either of them is missing.
 */
export async function lockForRating(
  tx: Db,
  userId: number,
  restaurantId: number,
): Promise<{ department: string } | undefined> {
  return (await selectBoth(tx, { userId, restaurantId }))[0]
}

const selectBoth = prepared<{ userId: number; restaurantId: number }>()((tx, value) =>
  tx
    .selectFrom('users')
    .innerJoin('restaurants', join => join.on('restaurants.id', '=', value('restaurantId')))
    .select('department')
    .where('users.id', '=', value('userId'))
    .$call(locked(tx)),
)

export async function lockRatedRestaurants(tx: Db, userId: number): Promise<void> {
  await tx
    .selectFrom('restaurants')
    .select('id')
    .where('id', 'in', tx.selectFrom('ratings').select('restaurantId').where('userId', '=', userId))
    .orderBy('id')
    .$call(locked(tx))
    .execute()
}

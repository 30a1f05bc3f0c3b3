import { indexedIn } from '#server/database/id-list.ts'
import { locked } from '#server/database/locks.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Db } from '#server/database/schema.ts'

/**
 * Locks a user's row until the transaction ends, so that their
 * ratings, favorites and department don't change in the meantime.
 */
export async function lockRater(
  tx: Db,
  userId: number,
): Promise<{ id: number; department: string } | undefined> {
  return (await selectRater(tx, { userId }))[0]
}

const selectRater = prepared<{ userId: number }>()((tx, value) =>
  tx.selectFrom('users').select(['id', 'department']).where('id', '=', value('userId')).$call(locked(tx)),
)

/** Locks a restaurant's row until the transaction ends; undefined if there is no such restaurant. */
export async function lockRestaurant(tx: Db, restaurantId: number): Promise<{ id: number } | undefined> {
  return (await selectRestaurant(tx, { restaurantId }))[0]
}

const selectRestaurant = prepared<{ restaurantId: number }>()((tx, value) =>
  tx.selectFrom('restaurants').select('id').where('id', '=', value('restaurantId')).$call(locked(tx)),
)

/** Locks many users; returns those that exist. */
export async function lockRaters(tx: Db, userIds: number[]): Promise<{ id: number }[]> {
  return tx
    .selectFrom('users')
    .select('id')
    .where(indexedIn(tx, 'id', userIds))
    .orderBy('id')
    .$call(locked(tx))
    .execute()
}

/** Locks many restaurants; returns those that exist. */
export async function lockRestaurants(tx: Db, restaurantIds: number[]): Promise<{ id: number }[]> {
  return tx
    .selectFrom('restaurants')
    .select('id')
    .where(indexedIn(tx, 'id', restaurantIds))
    .orderBy('id')
    .$call(locked(tx))
    .execute()
}

export async function lockRatedRestaurants(tx: Db, userId: number): Promise<void> {
  await tx
    .selectFrom('restaurants')
    .select('id')
    .where('id', 'in', tx.selectFrom('ratings').select('restaurantId').where('userId', '=', userId))
    .orderBy('id')
    .$call(locked(tx))
    .execute()
}

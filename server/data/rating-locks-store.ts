import { isOneOf } from '#server/database/id-list.ts'
import { locked } from '#server/database/locks.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Db } from '#server/database/schema.ts'

/** Keeps a user's row until the transaction ends: no other rating, favorite or change of department meanwhile. */
export async function lockRater(
  tx: Db,
  userId: number,
): Promise<{ id: number; department: string } | undefined> {
  return (await selectRater(tx, { userId }))[0]
}

const selectRater = prepared<{ userId: number }>()((tx, value) =>
  tx.selectFrom('users').select(['id', 'department']).where('id', '=', value('userId')).$call(locked(tx)),
)

/** Keeps a restaurant's row until the transaction ends; undefined when there is no such restaurant. */
export async function lockRestaurant(tx: Db, restaurantId: number): Promise<{ id: number } | undefined> {
  return (await selectRestaurant(tx, { restaurantId }))[0]
}

const selectRestaurant = prepared<{ restaurantId: number }>()((tx, value) =>
  tx.selectFrom('restaurants').select('id').where('id', '=', value('restaurantId')).$call(locked(tx)),
)

/** The same for many users; those that are there come back. */
export async function lockRaters(tx: Db, userIds: number[]): Promise<{ id: number }[]> {
  return tx
    .selectFrom('users')
    .select('id')
    .where(isOneOf(tx, 'id', userIds))
    .orderBy('id')
    .$call(locked(tx))
    .execute()
}

/** The same for many restaurants; those that are there come back. */
export async function lockRestaurants(tx: Db, restaurantIds: number[]): Promise<{ id: number }[]> {
  return tx
    .selectFrom('restaurants')
    .select('id')
    .where(isOneOf(tx, 'id', restaurantIds))
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

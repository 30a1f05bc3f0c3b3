import { indexedIn } from '#server/database/id-list.ts'
import type { Db } from '#server/database/schema.ts'
import type { PushFacts } from './push-messages-store.ts'
import { queueForLunch } from './push-queue-store.ts'

/** Tells those who voted for these places that they can't be chosen any more, and hosts who were to go there. */
export async function queuePlacesGone(tx: Db, restaurantIds: number[], time: string): Promise<void> {
  const chosen = await tx
    .selectFrom('lunchVotes')
    .innerJoin('lunches', 'lunches.id', 'lunchVotes.lunchId')
    .selectAll('lunches')
    .select(['lunchVotes.userId', 'lunchVotes.restaurantId'])
    .where(indexedIn(tx, 'restaurantId', restaurantIds))
    .where('state', '=', 'voting')
    .where('leavesAt', '>', time)
    .unionAll(
      tx
        .selectFrom('lunches')
        .selectAll()
        .select(['lunches.hostId as userId', 'decidedRestaurantId as restaurantId'])
        .where(indexedIn(tx, 'decidedRestaurantId', restaurantIds))
        .where('state', '=', 'decided')
        .where('leavesAt', '>', time)
        .$narrowType<{ userId: number; restaurantId: number }>(),
    )
    .execute()
  for (const [lunch, ...others] of Map.groupBy(
    chosen,
    ({ id, restaurantId }) => `${id} ${restaurantId}`,
  ).values()) {
    if (!lunch) continue
    const { restaurantId, leavesAt: at } = lunch
    const onlyFor = [lunch, ...others].map(({ userId }) => userId)
    await queueForLunch(tx, lunch, { occasion: 'gone', time, by: null, at, restaurantId, onlyFor })
  }
}

/** The name of a place that a user chose, as a voter or as the host, and that can't be chosen any more; null if it can. */
export async function findGonePlace(
  tx: Db,
  { userId, lunchId, state, hostId, decidedRestaurantId, decidedName }: PushFacts,
  restaurantId: number,
): Promise<string | null> {
  const place = await tx
    .selectFrom('restaurants')
    .select('disabled')
    .where('id', '=', restaurantId)
    .executeTakeFirst()
  if (place?.disabled === false) return null
  if (state === 'decided')
    return decidedRestaurantId === restaurantId && hostId === userId ? decidedName : null
  const voted = await tx
    .selectFrom('lunchVotes')
    .innerJoin('lunchOptions', join =>
      join
        .onRef('lunchOptions.lunchId', '=', 'lunchVotes.lunchId')
        .onRef('lunchOptions.restaurantId', '=', 'lunchVotes.restaurantId'),
    )
    .select('name')
    .where('lunchVotes.lunchId', '=', lunchId)
    .where('lunchVotes.restaurantId', '=', restaurantId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return voted?.name ?? null
}

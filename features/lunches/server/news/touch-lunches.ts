import { indexedIn } from '#kit/server/database/id-list.ts'
import { locked } from '#kit/server/database/locks.ts'
import { lock } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { notify } from './notify.ts'
import { announceLunches, startOfLists } from './tell.ts'

/* Lunches change when what they show but don't hold does. */

/**
 * After restaurants change: updates the lunches that lists still show and that have one of them among their restaurants, and
 * tells who chose one that has gone.
 */
export async function touchLunchesWith(
  tx: Db,
  restaurantIds: number[],
  time: string,
  { areGone = false } = {},
): Promise<void> {
  const rows = await tx
    .selectFrom('lunches')
    .select(['id', 'leavesAt'])
    .where('leavesAt', '>', startOfLists(time))
    .where(eb =>
      eb.or([
        // The host may have chosen a restaurant that is none of the options.
        indexedIn(tx, 'decidedRestaurantId', restaurantIds),
        eb.exists(
          eb
            .selectFrom('lunchOptions')
            .select('lunchOptions.lunchId')
            .whereRef('lunchOptions.lunchId', '=', 'lunches.id')
            .where(indexedIn(tx, 'lunchOptions.restaurantId', restaurantIds)),
        ),
      ]),
    )
    .orderBy('id')
    .$call(locked(tx))
    .execute()
  await incrementVersions(tx, rows, time)
  if (areGone) await notifyOfGoneRestaurants(tx, restaurantIds, time)
}

/** After something changed that lunches show but don't hold. */
export async function touchLunches(tx: Db, ids: number[], time: string): Promise<void> {
  await incrementVersions(tx, await lock(tx, 'lunches', { id: ids }), time)
}

async function incrementVersions(
  tx: Db,
  lunches: Pick<Row<'lunches'>, 'id' | 'leavesAt'>[],
  time: string,
): Promise<void> {
  if (lunches.length === 0) return
  const ids = lunches.map(({ id }) => id)
  await tx
    .updateTable('lunches')
    .set(eb => ({ version: eb('version', '+', 1), changedAt: time }))
    .where(indexedIn(tx, 'id', ids))
    .execute()
  await announceLunches(tx, lunches, time)
}

/** Tells those who voted for these restaurants that they can't be chosen any more, and hosts who were to go there. */
async function notifyOfGoneRestaurants(tx: Db, restaurantIds: number[], time: string): Promise<void> {
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
  const byRestaurant = Map.groupBy(chosen, ({ id, restaurantId }) => `${id} ${restaurantId}`)
  for (const [lunch, ...others] of byRestaurant.values()) {
    if (!lunch) continue
    const { restaurantId } = lunch
    const onlyFor = [lunch, ...others].map(({ userId }) => userId)
    await notify(tx, lunch, { occasion: 'gone', time, restaurantId, onlyFor })
  }
}

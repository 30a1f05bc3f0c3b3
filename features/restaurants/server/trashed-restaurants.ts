import { listCampusRows } from '#features/campuses/server/campuses-store.ts'
import { readSnapshot, withSnapshots } from '#features/trash/server/snapshots.ts'
import {
  copyRatings,
  type Deletion,
  insertRestoredRatings,
  insertTrash,
} from '#features/trash/server/trash.ts'
import type { Restored, TrashRules } from '#features/trash/server/trash-api.ts'
import { partsOf } from '#kit/server/database/batches.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import { insertAll, list, lock } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { saveTeamRatings } from './restaurants-store.ts'
import { RestaurantSnapshot } from './tables.ts'

/**
 * Moves restaurants into the trash, with their ratings, tallies and team ratings, and takes them out of open votes.
 * Favorites stay.
 */
export async function moveRestaurantsToTrash(
  tx: Db,
  { followers }: Pick<Deps, 'followers'>,
  rows: Row<'restaurants'>[],
  deletion: Deletion,
): Promise<void> {
  for await (const some of partsOf(rows)) {
    const ids = some.map(row => row.id)
    const teamRatings = Map.groupBy(
      await list(tx, 'teamRatings', { restaurantId: ids }),
      rating => rating.restaurantId,
    )
    const snapshotOf = (restaurant: Row<'restaurants'>) => ({
      restaurant,
      teamRatings: (teamRatings.get(restaurant.id) ?? []).map(({ restaurantId: _, ...rating }) => rating),
    })
    const items = some.map(row => ({ ...row, snapshot: JSON.stringify(snapshotOf(row)) }))
    await insertTrash(tx, 'restaurant', items, deletion)
    await copyRatings(tx, 'restaurant', ids)
  }
  const all = rows.map(row => row.id)
  await followers.restaurantsChanged(tx, all, deletion.time, { areGone: true })
  for await (const ids of partsOf(all))
    await tx
      .deleteFrom('restaurants')
      .where(indexedIn(tx, 'id', ids))
      .execute()
}

export const trashedRestaurants = (deps: Pick<Deps, 'followers'>): TrashRules => ({
  restored: 'RESTAURANT_RESTORED',
  isUndoable: true,
  describe: ({ snapshot }) => readSnapshot(RestaurantSnapshot, snapshot)?.restaurant.address ?? '',
  restore: (tx, rows, time) => restoreRestaurants(tx, deps, rows, time),
})

/** Restores restaurants, also in open votes, with their team ratings and the ratings of users who still exist. */
async function restoreRestaurants(
  tx: Db,
  { followers }: Pick<Deps, 'followers'>,
  trash: Row<'trash'>[],
  time: string,
): Promise<Restored> {
  const campusCodes = new Set((await listCampusRows(tx)).map(campus => campus.code))
  const { readable, skipped } = withSnapshots(RestaurantSnapshot, trash)
  const byCampus = Map.groupBy(readable, ({ snapshot }) => campusCodes.has(snapshot.restaurant.campusCode))
  const [good = [], withoutCampus = []] = [byCampus.get(true), byCampus.get(false)]
  const places = good.map(({ snapshot }) => snapshot)
  const trashIds = good.map(({ row }) => row.id)
  const ratings = await list(tx, 'trashedRatings', { trashId: trashIds })
  await lock(tx, 'users', { id: [...new Set(ratings.map(rating => rating.userId))] })
  await insertAll(
    tx,
    'restaurants',
    // Restoring a backup without images clears missing ones in the row only, not in the snapshot.
    good.map(({ row, snapshot }) => ({ ...snapshot.restaurant, imageHash: row.imageHash })),
  )
  for (const { restaurant, teamRatings } of places) await saveTeamRatings(tx, restaurant.id, teamRatings)
  await insertRestoredRatings(tx, trashIds)
  const ids = places.map(({ restaurant }) => restaurant.id)
  await followers.restaurantsChanged(tx, ids, time)
  return {
    rows: good.map(({ row }) => row),
    skipped: [
      ...skipped,
      ...withoutCampus.map(({ row }) => ({ id: row.itemId, message: `The campus of ${row.name} is gone` })),
    ],
  }
}

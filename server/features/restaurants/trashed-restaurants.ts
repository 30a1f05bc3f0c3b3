import { listCampusRows } from '#server/data/campuses-store.ts'
import { insertRestaurants } from '#server/data/restaurants-store.ts'
import { recountTallies } from '#server/data/tallies-store.ts'
import { saveTeamRatings } from '#server/data/team-ratings-store.ts'
import {
  insertRestoredRatings,
  listTrashedRatings,
  type Restored,
  type TrashRules,
} from '#server/data/trash-store.ts'
import { lockUsers } from '#server/data/users-store.ts'
import { RestaurantSnapshot } from '#server/database/restaurants-tables.ts'
import type { Db, Row } from '#server/database/schema.ts'
import { readSnapshot, withSnapshots } from '#server/database/snapshots.ts'
import { touchLunchesWith } from '#server/lunches/touch-lunches.ts'

export const trashedRestaurants: TrashRules = {
  restored: 'RESTAURANT_RESTORED',
  isUndoable: true,
  describe: ({ snapshot }) => readSnapshot(RestaurantSnapshot, snapshot)?.restaurant.address ?? '',
  restore: restoreRestaurants,
}

/** Restores restaurants, also in open votes, with their team ratings and the ratings of users who still exist. */
async function restoreRestaurants(tx: Db, trash: Row<'trash'>[], time: string): Promise<Restored> {
  const campusCodes = new Set((await listCampusRows(tx)).map(campus => campus.code))
  const { readable, skipped } = withSnapshots(RestaurantSnapshot, trash)
  const [good, withoutCampus] = partition(readable, ({ snapshot }) =>
    campusCodes.has(snapshot.restaurant.campusCode),
  )

  const places = good.map(({ snapshot }) => snapshot)
  const trashIds = good.map(({ row }) => row.id)
  const ratings = await listTrashedRatings(tx, trashIds)
  await lockUsers(tx, [...new Set(ratings.map(rating => rating.userId))])
  await insertRestaurants(
    tx,
    // Restoring a backup without images clears missing ones in the row only, not in the snapshot.
    good.map(({ row, snapshot }) => ({ ...snapshot.restaurant, imageHash: row.imageHash })),
  )
  for (const { restaurant, teamRatings } of places) await saveTeamRatings(tx, restaurant.id, teamRatings)
  await insertRestoredRatings(tx, trashIds)
  const ids = places.map(({ restaurant }) => restaurant.id)
  await recountTallies(tx, ids)
  await touchLunchesWith(tx, ids, time)
  return {
    rows: good.map(({ row }) => row),
    skipped: [
      ...skipped,
      ...withoutCampus.map(({ row }) => ({ id: row.itemId, message: `The campus of ${row.name} is gone` })),
    ],
  }
}

function partition<T>(items: T[], isGood: (item: T) => boolean): [good: T[], bad: T[]] {
  return [items.filter(isGood), items.filter(item => !isGood(item))]
}

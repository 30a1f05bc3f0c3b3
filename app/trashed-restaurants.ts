import { listCampusRows } from '#features/campuses/server/campuses-store.ts'
import { touchLunchesWith } from '#features/lunches/server/news/touch-lunches.ts'
import { recountTallies } from '#features/ratings/server/tallies-store.ts'
import { insertRestaurants } from '#features/restaurants/server/restaurants-store.ts'
import { RestaurantSnapshot } from '#features/restaurants/server/tables.ts'
import { saveTeamRatings } from '#features/restaurants/server/team-ratings.ts'
import { readSnapshot, withSnapshots } from '#features/trash/server/snapshots.ts'
import { insertRestoredRatings } from '#features/trash/server/trash.ts'
import type { Restored, TrashRules } from '#features/trash/server/trash-api.ts'
import { list, lock } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'

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
  const ratings = await list(tx, 'trashedRatings', { trashId: trashIds })
  await lock(tx, 'users', { id: [...new Set(ratings.map(rating => rating.userId))] })
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

import { listCampusRows } from '#server/data/campuses-store.ts'
import { lockRaters } from '#server/data/rating-locks-store.ts'
import { insertRestaurants } from '#server/data/restaurants-store.ts'
import { recountTallies } from '#server/data/tallies-store.ts'
import { saveTeamRatings } from '#server/data/team-ratings-store.ts'
import { listTrashedRatings, putRatingsBack, type Restored, withSnapshots } from '#server/data/trash-store.ts'
import type { Db, TrashRow } from '#server/database/schema.ts'

/** Puts restaurants back with their team ratings, and the ratings of everybody who is still there. */
export async function restoreRestaurants(tx: Db, trash: TrashRow[]): Promise<Restored> {
  const campusCodes = new Set((await listCampusRows(tx)).map(campus => campus.code))
  const { readable, skipped } = withSnapshots('restaurant', trash)
  const [good, homeless] = split(readable, ({ snapshot }) => campusCodes.has(snapshot.restaurant.campusCode))

  const places = good.map(({ snapshot }) => snapshot)
  const trashIds = good.map(({ row }) => row.id)
  const ratings = await listTrashedRatings(tx, trashIds)
  await lockRaters(tx, [...new Set(ratings.map(rating => rating.userId))])
  await insertRestaurants(
    tx,
    places.map(({ restaurant }) => restaurant),
  )
  for (const { restaurant, teamRatings } of places) await saveTeamRatings(tx, restaurant.id, teamRatings)
  await putRatingsBack(tx, trashIds)
  await recountTallies(
    tx,
    places.map(({ restaurant }) => restaurant.id),
  )
  return {
    rows: good.map(({ row }) => row),
    skipped: [
      ...skipped,
      ...homeless.map(({ row }) => ({ id: row.itemId, message: `The campus of ${row.name} is gone` })),
    ],
  }
}

function split<T>(items: T[], isGood: (item: T) => boolean): [good: T[], bad: T[]] {
  return [items.filter(isGood), items.filter(item => !isGood(item))]
}

import { sql } from 'kysely'
import { estimateTravel, type Point, type Travel } from '#kit/rules/distance.ts'
import { partsOf } from '#kit/server/database/batches.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import { locked } from '#kit/server/database/locks.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'

type LocatedRow = { id: number } & Point

// Both engines name the columns of a list of values column1, column2 …
const travelColumn = <T>(column: string) => sql<T>`${sql.ref(`travels.${column}`)}`

/** Saves the distances and positions of restaurants. */
export async function saveTravels(
  tx: Db,
  travels: (LocatedRow & Travel)[],
  { areEstimated, updatedAt }: { areEstimated: boolean; updatedAt: string },
): Promise<void> {
  await keepImportsUndoable(tx, travels, updatedAt)
  for await (const some of partsOf(travels)) {
    const rows = some.map(
      ({ id, distance, travelTime, latitude, longitude }) =>
        sql`(cast(${id} as integer), cast(${distance} as double precision), cast(${travelTime} as integer), cast(${latitude} as double precision), cast(${longitude} as double precision))`,
    )
    await tx
      .updateTable('restaurants')
      .from(sql`(values ${sql.join(rows)})`.as('travels'))
      .set({
        distance: travelColumn<number>('column2'),
        travelTime: travelColumn<number>('column3'),
        latitude: travelColumn<number>('column4'),
        longitude: travelColumn<number>('column5'),
        distanceIsEstimated: areEstimated,
        updatedAt,
      })
      .where('restaurants.id', '=', travelColumn<number>('column1'))
      .execute()
  }
}

/** Keeps the undo of an import possible for restaurants that only the server has changed since. */
async function keepImportsUndoable(tx: Db, travels: { id: number }[], updatedAt: string): Promise<void> {
  const ids = travels.map(({ id }) => id)
  await tx
    .updateTable('importedRestaurants')
    .set({ updatedAt })
    .where(indexedIn(tx, 'restaurantId', ids))
    .where('updatedAt', '=', eb =>
      eb
        .selectFrom('restaurants')
        .select('restaurants.updatedAt')
        .whereRef('restaurants.id', '=', 'importedRestaurants.restaurantId'),
    )
    .execute()
}

/** Estimates the distances from a campus that has moved, except those that were measured or typed. Returns whose. */
export async function reestimateDistances(
  tx: Db,
  campus: Row<'campuses'>,
  updatedAt: string,
): Promise<number[]> {
  const restaurants = await tx
    .selectFrom('restaurants')
    .select(['id', 'latitude', 'longitude'])
    .where('campusCode', '=', campus.code)
    .where('distanceIsEstimated', '=', true)
    .where('latitude', 'is not', null)
    .where('longitude', 'is not', null)
    .orderBy('id')
    .$narrowType<Point>()
    .$call(locked(tx))
    .execute()
  const travels = restaurants.map(restaurant => ({ ...restaurant, ...estimateTravel(campus, restaurant) }))
  await saveTravels(tx, travels, { areEstimated: true, updatedAt })
  return travels.map(({ id }) => id)
}

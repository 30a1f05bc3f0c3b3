import { copyRatings, type Deletion, insertTrash, newTrash } from '#features/trash/server/trash-store.ts'
import { partsOf } from '#kit/server/database/batches.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { listTeamRatings } from './team-ratings-store.ts'

/**
 * Copies restaurants into the trash, ratings included, and takes them out of open votes; the caller then deletes them,
 * in the same transaction.
 */
export async function moveRestaurantsToTrash(
  tx: Db,
  { followers }: Pick<Deps, 'followers'>,
  rows: Row<'restaurants'>[],
  deletion: Deletion,
): Promise<void> {
  for await (const some of partsOf(rows, 100)) {
    const ids = some.map(row => row.id)
    const teamRatings = Map.groupBy(await listTeamRatings(tx, ids), rating => rating.restaurantId)
    const snapshotOf = (restaurant: Row<'restaurants'>) => ({
      restaurant,
      teamRatings: (teamRatings.get(restaurant.id) ?? []).map(({ restaurantId: _, ...rating }) => rating),
    })
    await insertTrash(
      tx,
      some.map(row => ({
        ...newTrash('restaurant', row, deletion),
        snapshot: JSON.stringify(snapshotOf(row)),
        imageHash: row.imageHash,
      })),
    )
    await copyRatings(tx, 'restaurant', ids)
    await followers.restaurantsChanged(tx, ids, deletion.time, { areGone: true })
  }
}

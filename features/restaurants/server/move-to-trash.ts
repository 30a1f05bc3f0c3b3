import { copyRatings, type Deletion, insertTrash } from '#features/trash/server/trash.ts'
import { partsOf } from '#kit/server/database/batches.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import { list } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'

// Few enough to let other requests run in between.
const batchSize = 100

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
  for await (const some of partsOf(rows, batchSize)) {
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
    await followers.restaurantsChanged(tx, ids, deletion.time, { areGone: true })
  }
  const all = rows.map(row => row.id)
  for await (const ids of partsOf(all, batchSize))
    await tx
      .deleteFrom('restaurants')
      .where(indexedIn(tx, 'id', ids))
      .execute()
}

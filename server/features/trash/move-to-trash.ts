import type { Actor } from '#server/audit/record-audit.ts'
import { listTeamRatings } from '#server/data/team-ratings-store.ts'
import { copyRating, copyRatingsOfRestaurants, insertTrash } from '#server/data/trash-store.ts'
import type { AlertRow, Db, RatingRow, RestaurantRow } from '#server/database/schema.ts'

/** Who deletes, and when. */
export type Deletion = { by: Actor; time: string }

/** Copies restaurants into the trash, ratings included; the caller then deletes them, in the same transaction. */
export async function moveRestaurantsToTrash(
  tx: Db,
  rows: RestaurantRow[],
  deletion: Deletion,
): Promise<void> {
  const ids = rows.map(row => row.id)
  const teamRatings = Map.groupBy(await listTeamRatings(tx, ids), rating => rating.restaurantId)
  const snapshotOf = (restaurant: RestaurantRow) => ({
    restaurant,
    teamRatings: (teamRatings.get(restaurant.id) ?? []).map(({ restaurantId: _, ...rating }) => rating),
  })
  await insertTrash(
    tx,
    rows.map(row => ({
      ...trashRow('restaurant', row.id, row.name, deletion),
      snapshot: JSON.stringify(snapshotOf(row)),
      imageHash: row.imageHash,
    })),
  )
  await copyRatingsOfRestaurants(tx, ids)
}

/** Copies a rating into the trash; the caller then deletes it, in the same transaction. */
export async function moveRatingToTrash(
  tx: Db,
  rating: RatingRow,
  restaurantName: string,
  deletion: Deletion,
): Promise<void> {
  await insertTrash(tx, [trashRow('rating', rating.id, restaurantName, deletion)])
  await copyRating(tx, rating.id)
}

/** Copies an alert into the trash; the caller then deletes it, in the same transaction. */
export async function moveAlertToTrash(tx: Db, alert: AlertRow, deletion: Deletion): Promise<void> {
  const row = trashRow('alert', alert.id, alert.title, deletion)
  await insertTrash(tx, [{ ...row, snapshot: JSON.stringify(alert) }])
}

function trashRow(
  kind: 'restaurant' | 'rating' | 'alert',
  itemId: number,
  name: string,
  { by, time }: Deletion,
) {
  return {
    kind,
    itemId,
    name,
    snapshot: null,
    imageHash: null,
    deletedBy: by.viewer?.id ?? null,
    deletedAt: time,
  }
}

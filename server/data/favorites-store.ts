import { countRows } from '#server/database/count-rows.ts'
import type { Db, FavoriteRow } from '#server/database/schema.ts'

/** A user's favorites, latest first, including those of deleted restaurants. */
export async function listFavoriteRows(db: Db, userId: number): Promise<FavoriteRow[]> {
  return db
    .selectFrom('favorites')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function findFavoriteOf(
  db: Db,
  userId: number,
  restaurantId: number,
): Promise<FavoriteRow | undefined> {
  return db
    .selectFrom('favorites')
    .selectAll()
    .where('userId', '=', userId)
    .where('restaurantId', '=', restaurantId)
    .executeTakeFirst()
}

/** How many favorites count toward the limit: only those whose restaurant still exists. */
export async function countFavorites(db: Db, userId: number): Promise<number> {
  return countRows(
    db
      .selectFrom('favorites')
      .innerJoin('restaurants', 'restaurants.id', 'favorites.restaurantId')
      .where('userId', '=', userId),
  )
}

export async function insertFavorite(db: Db, favorite: Omit<FavoriteRow, 'id'>): Promise<FavoriteRow> {
  return db.insertInto('favorites').values(favorite).returningAll().executeTakeFirstOrThrow()
}

/** Returns whether there was one to remove. */
export async function removeFavoriteRow(
  db: Db,
  userId: number,
  key: { id: number } | { restaurantId: number },
): Promise<boolean> {
  const query = db.deleteFrom('favorites').where('userId', '=', userId)
  const [result] = await ('id' in key
    ? query.where('id', '=', key.id)
    : query.where('restaurantId', '=', key.restaurantId)
  ).execute()
  return (result?.numDeletedRows ?? 0n) > 0n
}

import {
  countFavorites,
  findFavoriteOf,
  insertFavorite,
  removeFavoriteRow,
} from '#server/data/favorites-store.ts'
import { readNumberSetting } from '#server/data/settings-store.ts'
import { lockUser } from '#server/data/users-store.ts'
import type { FavoriteRow, RestaurantRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { requireRestaurant } from '#server/features/restaurants/require-restaurant.ts'
import { conflict, notSignedIn } from '#server/http/errors.ts'

/** Adds a favorite if the limit allows it; an existing favorite is returned unchanged. */
export async function saveFavorite(
  { db, now }: Deps,
  userId: number,
  restaurantId: number,
): Promise<{ favorite: FavoriteRow; restaurant: RestaurantRow; isNew: boolean }> {
  return db.transaction().execute(async tx => {
    if (!(await lockUser(tx, userId))) throw notSignedIn()
    const restaurant = await requireRestaurant(tx, restaurantId)
    const known = await findFavoriteOf(tx, userId, restaurantId)
    if (known) return { favorite: known, restaurant, isNew: false }
    const limit = await readNumberSetting(tx, 'favorites_limit')
    if ((await countFavorites(tx, userId)) >= limit)
      throw conflict('Favorites limit reached', { code: 'favorites_limit', details: limitDetails(limit) })
    const createdAt = now().toISOString()
    const favorite = await insertFavorite(tx, { userId, restaurantId, createdAt })
    return { favorite, restaurant, isNew: true }
  })
}

/**
 * Removes a favorite; returns whether there was one. Locks the user as adding does: while a removal is still being
 * committed, as on a disk that hangs, an addition must not return the favorite that is about to go.
 */
export async function dropFavorite(
  { db }: Deps,
  userId: number,
  key: Parameters<typeof removeFavoriteRow>[2],
): Promise<boolean> {
  return db.transaction().execute(async tx => {
    if (!(await lockUser(tx, userId))) throw notSignedIn()
    return removeFavoriteRow(tx, userId, key)
  })
}

function limitDetails(limit: number): string {
  const most = limit === 1 ? '1 favorite' : `${limit.toLocaleString('en-US')} favorites`
  return `You can have at most ${most}. Remove one to add another.`
}

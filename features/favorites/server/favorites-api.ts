import type { FastifyInstance } from 'fastify'
import type { By } from '#features/audit/server/record-audit.ts'
import { write } from '#features/audit/server/write.ts'
import { presentRestaurant, withRestaurants } from '#features/restaurants/server/present-restaurant.ts'
import { requireRestaurant } from '#features/restaurants/server/restaurants-store.ts'
import { readNumberSetting } from '#features/settings/server/settings-store.ts'
import { countRows } from '#kit/server/database/count-rows.ts'
import { find, insert, list, lock, remove } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, notFound, notSignedIn } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { serveCachedForViewer } from '#kit/server/http/serve-cached.ts'
import {
  addFavorite,
  listFavoriteIds,
  listFavorites,
  removeFavorite,
  removeFavoriteOfRestaurant,
} from '../contract.ts'

export function favoritesApi(app: FastifyInstance, deps: Deps): void {
  serveCachedForViewer(app, deps, listFavorites, async ({ db, viewer }) =>
    withRestaurants(db, await listFavoritesOf(db, viewer)),
  )

  serveCachedForViewer(app, deps, listFavoriteIds, async ({ db, viewer }) =>
    (await listFavoritesOf(db, viewer)).map(({ restaurantId }) => restaurantId),
  )

  serve(app, addFavorite, async call => {
    const saved = await write(deps, call, async ({ tx, time }) => {
      await lockOwner(tx, call.viewer)
      const restaurant = await requireRestaurant(tx, call.body.restaurantId)
      const key = { userId: call.viewer.id, restaurantId: restaurant.id }
      const known = await find(tx, 'favorites', key)
      if (known) return { status: 200, favorite: known, restaurant } as const
      const limit = await readNumberSetting(tx, 'favorites_limit')
      // Those of deleted restaurants don't count.
      const counted = tx
        .selectFrom('favorites')
        .innerJoin('restaurants', 'restaurants.id', 'favorites.restaurantId')
        .where('userId', '=', key.userId)
      if ((await countRows(counted)) >= limit)
        throw conflict('Favorites limit reached', { code: 'favorites_limit', details: limitDetails(limit) })
      const favorite = await insert(tx, 'favorites', { ...key, createdAt: time })
      return { status: 201, favorite, restaurant } as const
    })
    const restaurant = await presentRestaurant(deps.db, saved.restaurant)
    return { status: saved.status, body: { ...saved.favorite, restaurant } }
  })

  const removeOwn = (call: By, key: { id: number } | { restaurantId: number }) =>
    write(deps, call, async ({ tx }) => {
      await lockOwner(tx, call.viewer)
      return remove(tx, 'favorites', { ...key, userId: call.viewer.id })
    })

  serve(app, removeFavorite, async call => {
    const removed = await removeOwn(call, call.params)
    if (removed.length === 0) throw notFound('Favorite not found')
  })

  serve(app, removeFavoriteOfRestaurant, async call => {
    const removed = await removeOwn(call, call.params)
    if (removed.length === 0) throw notFound('Favorite not found for this restaurant')
  })
}

/** A user's favorites, latest first, including those of deleted restaurants. */
const listFavoritesOf = (db: Db, { id }: { id: number }): Promise<Row<'favorites'>[]> =>
  list(db, 'favorites', { userId: id }, { order: ['-createdAt', '-id'] })

/**
 * Lets additions take turns, so that together they stay below the limit, and also removals: while one is still being
 * committed, as on a disk that hangs, an addition must not return the favorite that is about to go.
 */
async function lockOwner(tx: Db, { id }: { id: number }): Promise<void> {
  const [owner] = await lock(tx, 'users', { id })
  if (!owner) throw notSignedIn()
}

function limitDetails(limit: number): string {
  const most = limit === 1 ? '1 favorite' : `${limit.toLocaleString('en-US')} favorites`
  return `You can have at most ${most}. Remove one to add another.`
}

import type { FastifyInstance } from 'fastify'
import {
  addFavorite,
  listFavoriteIds,
  listFavorites,
  removeFavorite,
  removeFavoriteOfRestaurant,
} from '#contract/favorites.ts'
import { listFavoriteRows } from '#server/data/favorites-store.ts'
import type { Deps } from '#server/deps.ts'
import { presentRestaurant, readRestaurants } from '#server/features/restaurants/present-restaurant.ts'
import { notFound } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { serveCachedForViewer } from '#server/http/serve-cached.ts'
import { dropFavorite, saveFavorite } from './save-favorite.ts'

export function favoritesApi(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  serveCachedForViewer(app, deps, listFavorites, async ({ db, viewer }) => {
    const favorites = await listFavoriteRows(db, viewer.id)
    const restaurants = await readRestaurants(
      db,
      favorites.map(favorite => favorite.restaurantId),
    )
    return favorites.map(favorite => ({
      ...favorite,
      restaurant: restaurants.get(favorite.restaurantId) ?? null,
    }))
  })

  serveCachedForViewer(app, deps, listFavoriteIds, async ({ db, viewer }) =>
    (await listFavoriteRows(db, viewer.id)).map(({ restaurantId }) => restaurantId),
  )

  serve(app, addFavorite, async ({ body, viewer }) => {
    const { favorite, restaurant, isNew } = await saveFavorite(deps, viewer.id, body.restaurantId)
    const shown = { ...favorite, restaurant: await presentRestaurant(db, restaurant) }
    return { status: isNew ? 201 : 200, body: shown } as const
  })

  serve(app, removeFavorite, async ({ params, viewer }) => {
    if (!(await dropFavorite(deps, viewer.id, { id: params.id }))) throw notFound('Favorite not found')
  })

  serve(app, removeFavoriteOfRestaurant, async ({ params, viewer }) => {
    if (!(await dropFavorite(deps, viewer.id, params)))
      throw notFound('Favorite not found for this restaurant')
  })
}

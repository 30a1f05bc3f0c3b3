import type { FastifyInstance } from 'fastify'
import { requireRestaurant } from '#features/restaurants/server/restaurants-store.ts'
import { list, remove } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { serve } from '#kit/server/http/serve.ts'
import { hideRestaurant, listHidden, showRestaurant } from '../contract.ts'

export function hiddenRestaurantsApi(app: FastifyInstance, { db }: Deps): void {
  serve(app, listHidden, async ({ viewer }) => listHiddenIds(db, viewer.id))

  serve(app, hideRestaurant, async ({ params: { restaurantId }, viewer }) => {
    await requireRestaurant(db, restaurantId)
    await db
      .insertInto('hiddenRestaurants')
      .values({ userId: viewer.id, restaurantId })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  })

  serve(app, showRestaurant, async ({ params: { restaurantId }, viewer }) => {
    await remove(db, 'hiddenRestaurants', { userId: viewer.id, restaurantId })
  })
}

/** The ids of the restaurants that a user has hidden. */
export async function listHiddenIds(db: Db, userId: number): Promise<number[]> {
  const rows = await list(db, 'hiddenRestaurants', { userId }, { order: ['restaurantId'] })
  return rows.map(({ restaurantId }) => restaurantId)
}

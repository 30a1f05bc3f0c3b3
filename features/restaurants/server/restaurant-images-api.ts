import type { FastifyInstance } from 'fastify'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.ts'
import { type EncodedImage, encodeImage } from '#features/images/server/encode-image.ts'
import { replaceImage } from '#features/images/server/images-store.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { restaurantNotFound } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { removeRestaurantImage, uploadRestaurantImage } from '../restaurant-images-contract.ts'
import { presentRestaurant } from './present-restaurant.ts'
import { requireRestaurant } from './require-restaurant.ts'
import { changeRestaurant } from './restaurants-store.ts'

export function restaurantImagesApi(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  serve(app, uploadRestaurantImage, async call => {
    const { id } = await requireRestaurant(db, call.params.id)
    const row = await changeRestaurantImage(deps, id, await encodeImage(call.file), call)
    return presentRestaurant(db, row)
  })

  serve(app, removeRestaurantImage, async call => {
    await changeRestaurantImage(deps, call.params.id, null, call)
  })
}

/** Replaces or removes a restaurant's image. */
async function changeRestaurantImage(
  { db, now, followers }: Deps,
  id: number,
  image: EncodedImage | null,
  by: Actor,
): Promise<Row<'restaurants'>> {
  return db.transaction().execute(async tx => {
    const before = await requireRestaurant(tx, id)
    const time = now().toISOString()
    const restaurant = await changeRestaurant(tx, id, { imageHash: image?.hash ?? null, updatedAt: time })
    if (!restaurant) throw restaurantNotFound()
    await replaceImage(tx, image, time)
    await followers.restaurantsChanged(tx, [id], time)
    await recordAudit(tx, {
      by,
      action: image ? 'RESTAURANT_IMAGE_UPDATED' : 'RESTAURANT_IMAGE_REMOVED',
      details: { restaurantId: id, name: before.name, before: before.imageHash, after: restaurant.imageHash },
      time,
    })
    return restaurant
  })
}

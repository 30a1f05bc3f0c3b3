import type { FastifyInstance } from 'fastify'
import { removeRestaurantImage, uploadRestaurantImage } from '#contract/restaurant-images.ts'
import { type Actor, recordAudit } from '#server/audit/record-audit.ts'
import { replaceImage } from '#server/data/images-store.ts'
import { changeRestaurant } from '#server/data/restaurants-store.ts'
import type { Row } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { presentRestaurant } from '#server/features/restaurants/present-restaurant.ts'
import { requireRestaurant } from '#server/features/restaurants/require-restaurant.ts'
import { restaurantNotFound } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { type EncodedImage, encodeImage } from '#server/images/encode-image.ts'

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

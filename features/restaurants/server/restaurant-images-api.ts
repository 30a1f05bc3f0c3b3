import type { FastifyInstance } from 'fastify'
import type { Actor } from '#features/audit/server/record-audit.ts'
import { write } from '#features/audit/server/write.ts'
import { type EncodedImage, encodeImage } from '#features/images/server/encode-image.ts'
import { replaceImage } from '#features/images/server/images-store.ts'
import { change } from '#kit/server/database/rows.ts'
import type { Deps } from '#kit/server/deps.ts'
import { serve } from '#kit/server/http/serve.ts'
import { removeRestaurantImage, uploadRestaurantImage } from '../restaurant-images-contract.ts'
import { presentRestaurant } from './present-restaurant.ts'
import { requireRestaurant, restaurantNotFound } from './restaurants-store.ts'

export function restaurantImagesApi(app: FastifyInstance, deps: Deps): void {
  const { db, followers } = deps

  serve(app, uploadRestaurantImage, async call => {
    const { id } = await requireRestaurant(db, call.params.id)
    const row = await changeImage(id, await encodeImage(call.file), call)
    return presentRestaurant(db, row)
  })

  serve(app, removeRestaurantImage, async call => {
    await changeImage(call.params.id, null, call)
  })

  const changeImage = (id: number, image: EncodedImage | null, by: Actor) =>
    write(deps, by, async ({ tx, time, audit }) => {
      const before = await requireRestaurant(tx, id)
      const changes = { imageHash: image?.hash ?? null, updatedAt: time }
      const [row] = await change(tx, 'restaurants', { id }, changes)
      if (!row) throw restaurantNotFound()
      await replaceImage(tx, image, time)
      await followers.restaurantsChanged(tx, [id], time)
      await audit(image ? 'RESTAURANT_IMAGE_UPDATED' : 'RESTAURANT_IMAGE_REMOVED', {
        restaurantId: id,
        name: before.name,
        before: before.imageHash,
        after: row.imageHash,
      })
      return row
    })
}

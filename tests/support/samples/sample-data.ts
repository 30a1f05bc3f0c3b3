import { uploadProfileImage } from '#features/accounts/own-profile-image-contract.ts'
import { createAlert } from '#features/alerts/contract.ts'
import { addFavorite } from '#features/favorites/contract.ts'
import { saveVotes, startLunch } from '#features/lunches/contract.ts'
import { createRating } from '#features/ratings/contract.ts'
import { deleteRestaurant } from '#features/restaurants/contract.ts'
import { uploadRestaurantImage } from '#features/restaurants/restaurant-images-contract.ts'
import type { TestApp } from '#tests/support/start-app.ts'
import { picture } from './pictures.ts'

/** Creates a few items of every kind through the API, some of them with unusual characters. */
export async function fillWithSamples(app: TestApp) {
  const root = app.as(await app.superUser({ firstName: 'Rosa', email: 'rosa.sample@example.org' }))
  const ana = await app.user({ firstName: 'Añá 🍲', lastName: 'O’Sample "quoted"\\', department: 'Finance' })
  const [open, closed, toDelete] = [
    await app.restaurant({ name: 'Soup & Söhne', latitude: 35.5, longitude: -82.5, phone: '(828) 555-0100' }),
    await app.restaurant({ disabled: true, price: null, hours: null, distance: null }),
    await app.restaurant(),
  ]
  const asAna = app.as(ana)
  await asAna.call(createRating, {
    body: { restaurantId: open.id, value: 4, comment: 'Línea uno\nline two\u2028' },
  })
  await asAna.call(createRating, { body: { restaurantId: toDelete.id, value: 2 } })
  await asAna.call(addFavorite, { body: { restaurantId: open.id } })
  await asAna.call(addFavorite, { body: { restaurantId: toDelete.id } })
  const photo = async (background: string) => new Blob([await picture({ background }).png().toBuffer()])
  await asAna.call(uploadProfileImage, { params: { id: ana.id }, file: await photo('#123456') })
  await root.call(uploadRestaurantImage, { params: { id: open.id }, file: await photo('#654321') })
  await root.call(uploadRestaurantImage, { params: { id: toDelete.id }, file: await photo('#0f0f0f') })
  await root.call(createAlert, {
    body: { title: 'Soup day', message: 'Bring a bowl.', isActive: true } as never,
  })
  const leavesAt = new Date(app.clock.now().getTime() + 2 * 60 * 60 * 1000).toISOString()
  const { body: lunch } = await asAna.call(startLunch, {
    body: {
      campusCode: 'arden',
      leavesAt,
      restaurantIds: [open.id, toDelete.id],
      seats: 3,
      note: 'Añá\nsays “hi”',
    },
  })
  await root.call(saveVotes, { params: { id: lunch.id }, body: { restaurantIds: [open.id, toDelete.id] } })
  await root.call(deleteRestaurant, { params: { id: toDelete.id } })
  return { ana, open, closed, toDelete }
}

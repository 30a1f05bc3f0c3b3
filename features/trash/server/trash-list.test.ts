import { expect, test } from 'vitest'
import { deleteAnyRating } from '#features/ratings/admin-ratings-contract.ts'
import { bulkDeleteRestaurants, deleteRestaurant } from '#features/restaurants/contract.ts'
import { uploadRestaurantImage } from '#features/restaurants/restaurant-images-contract.ts'
import { startTrash } from '#tests/support/backups/trash.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { rate } from '#tests/support/rate.ts'
import { picture } from '#tests/support/samples/pictures.ts'
import { purgeTrash, restoreTrash } from '../contract.ts'
import { purgeOldTrash } from './trash.ts'

const app = await startTrash()
const { db, deps, people, asAdmin, asRoot, restore, trash } = app
const { admin, otherAdmin, ana, ben } = people

test('administrators can undo their own deletions within minutes; super-users can restore anything', async () => {
  const diner = await app.restaurant()
  const undo = { body: { kind: 'restaurant' as const, ids: [diner.id] } }
  await asAdmin.call(deleteRestaurant, idParams(diner))
  const others = await app.as(otherAdmin).call(restoreTrash, undo)
  expect([others.status, others.message]).toEqual([403, 'Only a super-user can restore this'])
  expect((await asAdmin.call(restoreTrash, undo)).status).toBe(200)
  await asAdmin.call(deleteRestaurant, idParams(diner))
  app.clock.advance({ minutes: 11 })
  expect((await asAdmin.call(restoreTrash, undo)).status).toBe(403)
  expect((await restore('restaurant', diner.id)).body.count).toBe(1)
})

test('together with their own deletion, administrators can undo neither an older one nor someone else’s', async () => {
  const [old, own, others] = [await app.restaurant(), await app.restaurant(), await app.restaurant()]
  await asAdmin.call(deleteRestaurant, idParams(old))
  app.clock.advance({ minutes: 11 })
  await asAdmin.call(deleteRestaurant, idParams(own))
  await app.as(otherAdmin).call(deleteRestaurant, idParams(others))
  const undo = async (...places: { id: number }[]) => {
    const ids = places.map(({ id }) => id)
    return (await asAdmin.call(restoreTrash, { body: { kind: 'restaurant', ids } })).status
  }
  expect([await undo(own, old), await undo(own, others)]).toEqual([403, 403])
  expect(await trash()).toHaveLength(3)
  expect(await undo(own)).toBe(200)
})

test('the trash lists its items, who deleted them, and until when they are kept', async () => {
  const diner = await app.restaurant({ name: 'Diner', address: '1 Main Street' })
  const { rating } = await rate(deps, ana.id, diner.id, { value: 1 })
  await rate(deps, ben.id, diner.id, { value: 3 })
  await asAdmin.call(deleteAnyRating, idParams(rating))
  app.clock.advance({ minutes: 1 })
  await asRoot.call(deleteRestaurant, idParams(diner))
  const items = await trash()
  expect(items).toMatchObject([
    {
      kind: 'restaurant',
      itemId: diner.id,
      name: 'Diner',
      description: '1 Main Street',
      ratingCount: 1,
      place: { id: diner.id, address: '1 Main Street' },
    },
    {
      kind: 'rating',
      itemId: rating.id,
      name: 'Diner',
      description: `1 star by ${ana.firstName} ${ana.lastName}`,
      ratingCount: 1,
      place: { id: diner.id, address: '1 Main Street' },
      deletedBy: { id: admin.id, firstName: admin.firstName, lastName: admin.lastName },
    },
  ])
  const [first] = items
  expect(Date.parse(first?.purgedAt ?? '') - Date.parse(first?.deletedAt ?? '')).toBe(30 * 86_400_000)
})

test('items that are purged, or older than 30 days, are gone for good with their images', async () => {
  const [diner, grill] = [await app.restaurant(), await app.restaurant()]
  const file = async (background: string) =>
    new Blob([new Uint8Array(await picture({ background }).png().toBuffer())])
  await asAdmin.call(uploadRestaurantImage, { ...idParams(diner), file: await file('#123456') })
  await asAdmin.call(uploadRestaurantImage, { ...idParams(grill), file: await file('#654321') })
  await asAdmin.call(bulkDeleteRestaurants)
  const images = async () => (await db.selectFrom('images').select('hash').execute()).length
  expect(await images()).toBe(2)

  const { id = 0 } = (await trash()).find(({ itemId }) => itemId === diner.id) ?? {}
  expect((await asRoot.call(purgeTrash, { params: { id } })).status).toBe(204)
  expect(await images()).toBe(1)

  await purgeOldTrash(deps)
  expect(await trash()).toHaveLength(1)
  app.clock.advance({ days: 30, minutes: 1 })
  expect(await trash()).toEqual([])
  expect((await restore('restaurant', grill.id)).status).toBe(404)
  await purgeOldTrash(deps)
  expect(await db.selectFrom('trash').selectAll().execute()).toEqual([])
  expect(await images()).toBe(0)
})

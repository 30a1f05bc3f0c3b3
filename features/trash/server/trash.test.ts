import { expect, test } from 'vitest'
import { deleteUser } from '#features/accounts/users-contract.ts'
import { createAlert, deleteAlert, listAlerts } from '#features/alerts/contract.ts'
import { addFavorite, listFavorites } from '#features/favorites/contract.ts'
import { deleteAnyRating } from '#features/ratings/admin-ratings-contract.ts'
import { listReviews } from '#features/ratings/contract.ts'
import {
  bulkDeleteRestaurants,
  deleteRestaurant,
  getRestaurant,
  listRestaurants,
  updateRestaurant,
} from '#features/restaurants/contract.ts'
import { uploadRestaurantImage } from '#features/restaurants/restaurant-images-contract.ts'
import { startTrash } from '#tests/support/backups/trash.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { storedTallies, trueTallies } from '#tests/support/people/tallies.ts'
import { rate } from '#tests/support/rate.ts'
import { picture } from '#tests/support/samples/pictures.ts'
import { purgeTrash, restoreTrash } from '../contract.ts'

const app = await startTrash()
const { db, deps, people, asAdmin, asRoot, asAna, actions, restore, trash } = app
const { ana, ben } = people

/** Everything that users can see of the restaurants, rating by rating. */
async function everything() {
  const restaurants = (await asRoot.call(listRestaurants)).body
  const reviews = await Promise.all(restaurants.map(row => asRoot.call(listReviews, idParams(row))))
  const favorites = (await asAna.call(listFavorites)).body
  return {
    restaurants,
    reviews: reviews.map(reply => reply.body),
    favorites,
    tallies: await storedTallies(db),
  }
}

test('a restaurant is restored unchanged, with its ratings, team ratings, image, favorites and averages', async () => {
  const diner = await app.restaurant({ name: 'Diner', cuisine: 'Café', websiteUrl: 'https://example.org/' })
  const file = new Blob([new Uint8Array(await picture().png().toBuffer())])
  const { body: pictured } = await asAdmin.call(uploadRestaurantImage, { ...idParams(diner), file })
  await asAdmin.call(updateRestaurant, { ...idParams(diner), body: { ratingEric: 4, ratingGrace: 1 } })
  await rate(deps, ana.id, diner.id, { value: 5, comment: '"Quoted", and\nmore' })
  await rate(deps, ben.id, diner.id, { value: 2 })
  await asAna.call(addFavorite, { body: { restaurantId: diner.id } })
  await app.restaurant({ name: 'Other' })
  const before = await everything()

  expect((await asAdmin.call(deleteRestaurant, idParams(diner))).status).toBe(204)
  const hash = pictured.imageUrl?.split('/').at(-1) ?? ''
  expect((await app.as(ana).fetch(`/api/images/${hash}`)).status).toBe(200)

  expect((await everything()).restaurants.map(row => row.name)).toEqual(['Other'])

  app.clock.advance({ days: 29 })
  expect((await restore('restaurant', diner.id)).body).toEqual({ count: 1, skipped: [] })
  expect(await everything()).toEqual(before)
  expect(await storedTallies(db)).toEqual(await trueTallies(db))
  expect(await trash()).toEqual([])
  expect((await actions()).slice(-2)).toEqual(['RESTAURANT_DELETED', 'RESTAURANT_RESTORED'])
  const again = await restore('restaurant', diner.id)
  expect([again.status, again.message]).toEqual([404, 'It is no longer in the trash'])
})

test('all restaurants of a campus that were deleted by mistake can be restored together', async () => {
  const places = await Promise.all([1, 2, 3].map(() => app.restaurant({ campusCode: 'brevard' })))
  for (const place of places) await rate(deps, ana.id, place.id, { value: 4 })
  const before = await everything()
  const { body } = await asAdmin.call(bulkDeleteRestaurants, { query: { campusCode: 'brevard' } })
  const undone = await asAdmin.call(restoreTrash, { body: { kind: 'restaurant', ids: body.ids } })
  expect(undone.body).toEqual({ count: 3, skipped: [] })
  expect(await everything()).toEqual(before)
  expect(await actions()).toEqual(['RESTAURANTS_DELETED', 'RESTAURANT_RESTORED'])
})

test('a rating can be restored, unless its user has rated again or its restaurant is gone', async () => {
  const diner = await app.restaurant()
  const { rating } = await rate(deps, ana.id, diner.id, { value: 5, comment: 'Best' })
  const before = await everything()
  expect((await asAdmin.call(deleteAnyRating, idParams(rating))).status).toBe(204)
  expect(await storedTallies(db)).toEqual({})
  expect((await restore('rating', rating.id)).body).toEqual({ count: 1, skipped: [] })
  expect(await everything()).toEqual(before)

  await asAdmin.call(deleteAnyRating, idParams(rating))
  await rate(deps, ana.id, diner.id, { value: 1 })
  expect((await restore('rating', rating.id)).body).toEqual({
    count: 0,
    skipped: [{ id: rating.id, message: 'The restaurant has been rated again by the same person' }],
  })
  await asAdmin.call(deleteRestaurant, idParams(diner))
  const homeless = 'Its restaurant was deleted. Restore the restaurant first.'
  expect((await restore('rating', rating.id)).body.skipped).toEqual([{ id: rating.id, message: homeless }])
  expect((await trash()).map(item => item.kind).sort()).toEqual(['rating', 'restaurant'])
  await restore('restaurant', diner.id)
  expect(await storedTallies(db)).toEqual(await trueTallies(db))
  expect((await storedTallies(db))[`${diner.id}`]).toEqual({ count: 1, sum: 1, squares: 1 })

  await asAdmin.call(deleteRestaurant, idParams(diner))
  const [latest] = await trash({ kind: 'restaurant' })
  await asRoot.call(purgeTrash, idParams(latest ?? expect.fail()))
  const lost = 'Its restaurant was permanently deleted'
  expect((await restore('rating', rating.id)).body.skipped).toEqual([{ id: rating.id, message: lost }])
})

test('of two deleted ratings by the same user for the same restaurant the later one is restored', async () => {
  const diner = await app.restaurant()
  const given = []
  for (const value of [3, 5]) {
    const { rating } = await rate(deps, ana.id, diner.id, { value })
    await asAdmin.call(deleteAnyRating, idParams(rating))
    given.push(rating.id)
  }
  const [earlier] = given
  expect((await restore('rating', ...given)).body).toEqual({
    count: 1,
    skipped: [{ id: earlier, message: 'The restaurant has been rated again by the same person' }],
  })
  expect((await storedTallies(db))[`${diner.id}`]).toEqual({ count: 1, sum: 5, squares: 25 })
})

test('a restaurant and a rating of another one with the same id are restored independently', async () => {
  const [diner, grill] = [await app.restaurant(), await app.restaurant()]
  const { rating } = await rate(deps, ana.id, diner.id, { value: 2 })
  const same = await app.restaurant({ id: 4711 })
  await db.updateTable('ratings').set({ id: same.id }).where('id', '=', rating.id).execute()
  await rate(deps, ana.id, grill.id, { value: 5 })
  await asAdmin.call(deleteRestaurant, idParams(same))
  await asAdmin.call(deleteAnyRating, idParams(same))
  await restore('restaurant', same.id)
  expect(
    (await db.selectFrom('ratings').select('restaurantId').execute()).map(row => row.restaurantId),
  ).toEqual([grill.id])
  await restore('rating', same.id)
  expect(await db.selectFrom('ratings').select('id').where('restaurantId', '=', diner.id).execute()).toEqual([
    { id: same.id },
  ])
  expect(await storedTallies(db)).toEqual(await trueTallies(db))
})

test('deleting a user also removes their ratings from the trash', async () => {
  const leaver = await app.user()
  const [diner, grill] = [await app.restaurant(), await app.restaurant()]
  await rate(deps, leaver.id, diner.id, { value: 5, comment: 'Mine' })
  await rate(deps, ana.id, diner.id, { value: 3 })
  const { rating } = await rate(deps, leaver.id, grill.id, { value: 1 })
  await asAdmin.call(deleteAnyRating, idParams(rating))
  await asAdmin.call(deleteRestaurant, idParams(diner))
  await asAdmin.call(deleteUser, idParams(leaver))
  expect((await trash()).map(item => [item.kind, item.ratingCount])).toEqual([['restaurant', 1]])
  expect((await restore('rating', rating.id)).body).toEqual({
    count: 0,
    skipped: [{ id: rating.id, message: 'The account that it belongs to is gone' }],
  })
  await restore('restaurant', diner.id)
  expect((await asAna.call(getRestaurant, idParams(diner))).body).toMatchObject({
    avgRating: 3,
    ratingCount: 1,
  })
  expect(await storedTallies(db)).toEqual(await trueTallies(db))
})

test('a restaurant whose campus is gone stays in the trash', async () => {
  await app.insert('campuses', { code: 'away', position: 99 })
  const [far, near] = [await app.restaurant({ name: 'Far', campusCode: 'away' }), await app.restaurant()]
  await asAdmin.call(bulkDeleteRestaurants, { query: { ids: `${far.id},${near.id}` } })
  await db.deleteFrom('campuses').where('code', '=', 'away').execute()
  expect((await restore('restaurant', far.id, near.id, 987_654)).body).toEqual({
    count: 1,
    skipped: [
      { id: far.id, message: 'The campus of Far is gone' },
      { id: 987_654, message: 'It is no longer in the trash' },
    ],
  })
  expect((await trash()).map(item => item.name)).toEqual(['Far'])
})

test('an alert is restored unchanged', async () => {
  const body = { title: 'Storm', message: 'Stay in', isActive: true, severity: 'danger' as const }
  const alert = (await asRoot.call(createAlert, { body })).body
  await asRoot.call(deleteAlert, idParams(alert))
  expect((await asRoot.call(listAlerts)).body).toEqual([])
  expect(await trash({ kind: 'alert' })).toMatchObject([
    { itemId: alert.id, name: 'Storm', description: 'Stay in' },
  ])
  expect((await restore('alert', alert.id)).body.count).toBe(1)
  expect((await asRoot.call(listAlerts)).body).toEqual([alert])
  expect(await actions()).toEqual(['ALERT_CREATED', 'ALERT_DELETED', 'ALERT_RESTORED'])
})

// On both engines: backups.
import { expect, test } from 'vitest'
import { deleteUser } from '#features/accounts/users-contract.ts'
import { createAlert, deleteAlert } from '#features/alerts/contract.ts'
import { listAuditLogs } from '#features/audit/contract.ts'
import { addFavorite, listFavorites } from '#features/favorites/contract.ts'
import { deleteAnyRating } from '#features/ratings/admin-ratings-contract.ts'
import { createRating, listOwnRatings } from '#features/ratings/contract.ts'
import { deleteRestaurant } from '#features/restaurants/contract.ts'
import { restoreTrash } from '#features/trash/contract.ts'
import { backupsOf } from '#tests/support/backups/backups.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { startApp } from '#tests/support/start-app.ts'

/* Restoring a backup into another installation: after a lost database, on a new machine, or to try things out. */

const [old, other] = [await startApp(), await startApp()]
const root = old.as(await old.primary())

/** Restores a new backup of the old installation into the other one. Returns the other one's primary admin. */
async function move() {
  const [here, there] = [backupsOf(root), backupsOf(other.as(await other.primary()))]
  await there.restore(await there.upload(await here.download(await here.backUp())))
  return other.as(await other.primary())
}

test('new rows never get the ids of deleted ones that favorites, the audit log or the trash still refer to', async () => {
  const [ana, ben] = [await old.user(), await old.admin()]
  const [diner, grill] = [await old.restaurant(), await old.restaurant({ name: 'Grill' })]
  const rate = (restaurantId: number) =>
    old.as(ana).call(createRating, { body: { restaurantId, value: 5, comment: 'Mine' } })
  const { body: rating } = await rate(diner.id)
  // It goes into the trash with its restaurant.
  const { body: ofGrill } = await rate(grill.id)
  await old.as(ana).call(addFavorite, { body: { restaurantId: grill.id } })
  const { body: alert } = await root.call(createAlert, { body: { title: 'Storm', message: 'Stay in' } })
  await old.as(ben).call(deleteAnyRating, idParams(rating))
  await old.as(ben).call(deleteRestaurant, idParams(grill))
  await root.call(deleteAlert, idParams(alert))
  await root.call(deleteUser, idParams(ben))

  const there = await move()
  expect((await other.restaurant()).id).toBeGreaterThan(grill.id)
  expect((await other.as(ana).call(listFavorites)).body).toMatchObject([{ restaurant: null }])
  await there.call(createAlert, { body: { title: 'Sun', message: 'Go out' } })
  const newcomer = await other.admin()
  const { body: log } = await there.call(listAuditLogs, { query: { action: 'RESTAURANT_DELETED' } })
  expect(log).toMatchObject([{ userId: ben.id, user: null }])
  await other.as(newcomer).call(createRating, { body: { restaurantId: diner.id, value: 1 } })

  const restore = (kind: 'rating' | 'restaurant' | 'alert', id: number) =>
    there.call(restoreTrash, { body: { kind, ids: [id] } })
  for (const reply of [
    await restore('rating', rating.id),
    await restore('restaurant', grill.id),
    await restore('alert', alert.id),
  ])
    expect(reply.body).toEqual({ count: 1, skipped: [] })
  expect((await other.as(ana).call(listOwnRatings)).body).toMatchObject([
    { id: ofGrill.id, comment: 'Mine' },
    { id: rating.id, comment: 'Mine' },
  ])
})

test('repeated restores merge both audit logs in order of time, and ids grow only with the number of entries', async () => {
  for (const round of [1, 2, 3]) {
    await root.call(createAlert, { body: { title: `Here ${round}`, message: 'Stay in' } })
    const there = await move()
    await there.call(createAlert, { body: { title: `There ${round}`, message: 'Stay in' } })
  }
  const { body: log } = await (await move()).call(listAuditLogs)
  const times = log.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted().toReversed())
  const titles = log.flatMap(({ details }) => /(T?[Hh]ere \d)/.exec(details)?.[0] ?? [])
  expect(titles).toEqual(['There 3', 'Here 3', 'There 2', 'Here 2', 'There 1', 'Here 1'])
  expect(log[0]?.id).toBeLessThan(1.5 * log.length)
})

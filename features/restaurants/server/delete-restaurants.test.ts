// On both engines: searches.

import { beforeEach, expect, test } from 'vitest'
import { addFavorite, listFavorites } from '#features/favorites/contract.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import { insertAll } from '#kit/server/database/rows.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { storedTallies, trueTallies } from '#tests/support/people/tallies.ts'
import { rate } from '#tests/support/rate.ts'
import { startApp } from '#tests/support/start-app.ts'
import { bulkDeleteRestaurants, deleteRestaurant, getRestaurant, listRestaurants } from '../contract.ts'

const app = await startApp()
const { db, deps } = app
const admin = await app.admin()
const ana = await app.user()
const asAdmin = app.as(admin)
const asAna = app.as(ana)
const remove = (query: CallInput<typeof bulkDeleteRestaurants>['query'] = {}) =>
  asAdmin.call(bulkDeleteRestaurants, { query })

beforeEach(async () => {
  await db.deleteFrom('restaurants').execute()
  await db.deleteFrom('auditLogs').execute()
})

const countRestaurants = async () => (await db.selectFrom('restaurants').selectAll().execute()).length

test('deleting a restaurant deletes its ratings too, but leaves its favorites', async () => {
  const diner = await app.restaurant()
  await rate(deps, ana.id, diner.id, { value: 5 })
  await asAna.call(addFavorite, { body: { restaurantId: diner.id } })
  expect((await asAdmin.call(deleteRestaurant, idParams(diner))).status).toBe(204)
  expect((await asAna.call(getRestaurant, idParams(diner))).status).toBe(404)
  expect(await db.selectFrom('ratings').selectAll().execute()).toEqual([])
  expect(await storedTallies(db)).toEqual({})
  expect((await asAna.call(listFavorites)).body.map(favorite => favorite.restaurant)).toEqual([null])
  const { name, address, campusCode } = diner
  expect(await app.audited()).toEqual([
    ['RESTAURANT_DELETED', admin.id, { id: diner.id, before: { name, address, campusCode, ratingCount: 1 } }],
  ])
})

test('many restaurants can be deleted by ids or by campus, with one audit entry', async () => {
  const one = await app.restaurant()
  const two = await app.restaurant()
  const far = await app.restaurant({ campusCode: 'brevard' })
  const stays = await app.restaurant()
  const byIds = await remove({ ids: `${one.id},${two.id},999999` })
  expect([byIds.status, byIds.body]).toEqual([200, { count: 2, ids: [one.id, two.id] }])
  expect((await remove({ campusCode: 'brevard' })).body).toEqual({ count: 1, ids: [far.id] })
  expect((await remove({ campusCode: 'brevard' })).body).toEqual({ count: 0, ids: [] })
  expect((await asAna.call(listRestaurants)).body.map(row => row.id)).toEqual([stays.id])
  const entryOf = ({ id, name, address, campusCode, ratingCount }: typeof one) => {
    return { id, name, address, campusCode, ratingCount }
  }
  const [first, second] = [[one, two].map(entryOf), [entryOf(far)]]
  expect(await app.audited()).toMatchObject([
    ['RESTAURANTS_DELETED', admin.id, { count: 2, before: first }],
    ['RESTAURANTS_DELETED', admin.id, { count: 1, campusCode: 'brevard', before: second }],
  ])
})

test('another number of restaurants than the confirmed one is 409, and deletes nothing [T-60]', async () => {
  const [one] = [await app.restaurant(), await app.restaurant({ campusCode: 'brevard' })]
  for (const [query, count] of [
    [{ expectedCount: '1' }, 2],
    [{ expectedCount: '3' }, 2],
    [{ expectedCount: '2', campusCode: 'arden' }, 1],
    [{ expectedCount: '2', ids: `${one.id},999999` }, 1],
  ] as const) {
    const { status, error } = await remove(query)
    const message = `It would be ${count} restaurant${count === 1 ? '' : 's'} now, not ${query.expectedCount}. Nothing was changed. Please confirm again.`
    expect([status, error]).toEqual([409, { message, count }])
  }
  expect(await countRestaurants()).toBe(2)
  expect(await app.audited()).toEqual([])
  expect((await remove({ expectedCount: '1', campusCode: 'arden' })).body.ids).toEqual([one.id])
  expect((await remove({ expectedCount: '1' })).body.count).toBe(1)
})

test.each([
  '?expectedCount=-1',
  '?expectedCount=',
  '?campusCode=typo',
  '?campusCode=',
  '?campusCode=arden&campusCode=brevard',
  '?campusCode=&campusCode=arden',
  '?campus=arden',
  '?ids=',
  '?ids=1,x',
  '?ids=1&ids=x',
])('a mistyped filter deletes nothing: %s [T-60]', async query => {
  await app.restaurant()
  const response = await asAdmin.fetch(`/api/admin/restaurants/bulk-delete${query}`, { method: 'DELETE' })
  expect(response.status).toBe(400)
  expect(await countRestaurants()).toBe(1)
  expect(await app.audited()).toEqual([])
})

test('all restaurants of an installation can be deleted at once, with their ratings and tallies [T-60]', async () => {
  const { id } = await app.restaurant()
  await rate(deps, ana.id, id, { value: 3 })
  const place = { address: 'Somewhere', campusCode: 'arden', createdAt: '', updatedAt: '' }
  const rows = Array.from({ length: 1999 }, (_, i) => ({ ...place, name: `Place ${i}` }))
  await insertAll(db, 'restaurants', rows)
  expect((await remove()).body.count).toBe(2000)
  const entries = await app.audited()
  expect(entries[0]).toMatchObject(['RESTAURANTS_DELETED', admin.id, { count: 2000 }])
  const named = entries.flatMap(([, , { before }]) => before.map(({ name }: { name: string }) => name))
  expect(new Set(named).size).toBe(2000)
  expect(await countRestaurants()).toBe(0)
  expect(await storedTallies(db)).toEqual(await trueTallies(db))
})

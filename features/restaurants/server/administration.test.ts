// On both engines: races.
import { beforeEach, expect, test } from 'vitest'
import { idParams } from '#tests/support/calls/caller.ts'
import { startApp } from '#tests/support/start-app.ts'
import { createRestaurant, getRestaurant, updateRestaurant } from '../contract.ts'

const app = await startApp()
const { db } = app
const admin = await app.admin()
const asAdmin = app.as(admin)
const edit = (place: { id: number }, body: object) =>
  asAdmin.call(updateRestaurant, { ...idParams(place), body: body as never })

beforeEach(async () => {
  await db.deleteFrom('restaurants').execute()
  await db.deleteFrom('auditLogs').execute()
})

const form = {
  name: ' The Long Table ',
  address: '1 Main Street, Arden, NC',
  campusCode: 'arden',
  price: '$$' as const,
  hours: '11 AM - 9 PM',
  distance: 1.5,
  travelTime: 6,
}

test('a restaurant can be added with only the required fields, and everyone sees it', async () => {
  const { status, body } = await asAdmin.call(createRestaurant, { body: form })
  expect(status).toBe(201)
  const unknown = { cuisine: null, phone: null, websiteUrl: null, yelpId: null, osmId: null, imageUrl: null }
  const unrated = { avgRating: null, ratingCount: 0, ratingEric: 0 }
  const other = { diets: [], disabled: false, distanceIsEstimated: false }
  expect(body).toMatchObject({ ...form, name: 'The Long Table', ...unknown, ...unrated, ...other })
  expect((await app.as(await app.user()).call(getRestaurant, idParams(body))).body).toEqual(body)
  expect(await app.audited()).toEqual([
    [
      'RESTAURANT_CREATED',
      admin.id,
      { id: body.id, name: 'The Long Table', after: expect.objectContaining({ price: '$$', travelTime: 6 }) },
    ],
  ])
})

test('of ten simultaneous edits of a restaurant only one succeeds', async () => {
  const diner = await app.restaurant()
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      edit(diner, { name: `Name ${i}`, expectedUpdatedAt: diner.updatedAt }),
    ),
  )
  expect(replies.map(reply => reply.status).sort()).toEqual([200, ...Array(9).fill(409)])
  expect(await app.audited()).toHaveLength(1)
})

test('an edit without changes leaves no trace, and team ratings have their own audit entry', async () => {
  const diner = await app.restaurant()
  const same = await edit(diner, { name: diner.name, price: '$$', ratingEric: 0 })
  expect(same.body.updatedAt).toBe(diner.updatedAt)
  expect(await app.audited()).toEqual([])
  await edit(diner, { ratingEric: 4, ratingAnna: 0 })
  expect((await edit(diner, { ratingEric: 5, disabled: true })).status).toBe(200)
  const common = { id: diner.id, name: diner.name }
  expect(await app.audited()).toEqual([
    ['TEAM_RATINGS_UPDATED', admin.id, { ...common, before: { ratingEric: 0 }, after: { ratingEric: 4 } }],
    [
      'RESTAURANT_UPDATED',
      admin.id,
      { ...common, before: { disabled: false, ratingEric: 4 }, after: { disabled: true, ratingEric: 5 } },
    ],
  ])
})

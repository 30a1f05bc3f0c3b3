// On both engines: races.
import { beforeEach, expect, test } from 'vitest'
import { idParams } from '#tests/support/calls/caller.ts'
import { startApp } from '#tests/support/start-app.ts'
import { createRestaurant, getRestaurant, updateRestaurant } from '../contract.ts'

const app = await startApp()
const { db } = app
const admin = await app.admin()
const ana = await app.user()
const asAdmin = app.as(admin)
const asAna = app.as(ana)

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
  expect(body).toMatchObject({
    ...form,
    name: 'The Long Table',
    cuisine: null,
    phone: null,
    websiteUrl: null,
    disabled: false,
    avgRating: null,
    ratingCount: 0,
    ratingEric: 0,
    distanceIsEstimated: false,
  })
  expect((await asAna.call(getRestaurant, idParams(body))).body).toEqual(body)
  expect(await app.audited()).toEqual([
    [
      'RESTAURANT_CREATED',
      admin.id,
      { id: body.id, name: 'The Long Table', after: expect.objectContaining({ price: '$$', travelTime: 6 }) },
    ],
  ])
})

const notAWebAddress = 'Please enter a web address that starts with http:// or https://'
const withCredentials = 'The web address must not contain a user name or password'

test.each<[fields: object, path: string, message: string]>([
  [{ websiteUrl: 'javascript:alert(1)' }, 'websiteUrl', notAWebAddress],
  [{ websiteUrl: 'JaVa\tscript:alert(1)' }, 'websiteUrl', notAWebAddress],
  [{ websiteUrl: 'data:text/html,x' }, 'websiteUrl', notAWebAddress],
  [{ websiteUrl: ' //evil' }, 'websiteUrl', notAWebAddress],
  [{ websiteUrl: 'vbscript:x' }, 'websiteUrl', notAWebAddress],
  [{ websiteUrl: 'https://u:p@evil.test' }, 'websiteUrl', withCredentials],
])('adding or editing a restaurant with %j is rejected [T-58]', async (fields, path, message) => {
  const error = { message, errors: [{ path, message }] }
  const added = await asAdmin.call(createRestaurant, { body: { ...form, ...fields } as typeof form })
  expect([added.status, added.error]).toEqual([400, error])
  expect(await db.selectFrom('restaurants').selectAll().execute()).toEqual([])
  const diner = await app.restaurant()
  const edited = await asAdmin.call(updateRestaurant, { ...idParams(diner), body: fields as typeof form })
  expect([edited.status, edited.error]).toEqual([400, error])
  expect(await app.audited()).toEqual([])
})

test('of ten simultaneous edits of a restaurant only one succeeds', async () => {
  const diner = await app.restaurant()
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      asAdmin.call(updateRestaurant, {
        ...idParams(diner),
        body: { name: `Name ${i}`, expectedUpdatedAt: diner.updatedAt },
      }),
    ),
  )
  expect(replies.map(reply => reply.status).sort()).toEqual([200, ...Array(9).fill(409)])
  expect(await app.audited()).toHaveLength(1)
})

test('an edit without changes leaves no trace, and team ratings have their own audit entry', async () => {
  const diner = await app.restaurant()
  const same = await asAdmin.call(updateRestaurant, {
    ...idParams(diner),
    body: { name: diner.name, price: '$$' as const, ratingEric: 0 },
  })
  expect(same.body.updatedAt).toBe(diner.updatedAt)
  expect(await app.audited()).toEqual([])
  await asAdmin.call(updateRestaurant, { ...idParams(diner), body: { ratingEric: 4, ratingAnna: 0 } })
  const both = await asAdmin.call(updateRestaurant, {
    ...idParams(diner),
    body: { ratingEric: 5, disabled: true, avgRating: 5, id: 77 },
  })
  expect(both.body).toMatchObject({ id: diner.id, ratingEric: 5, disabled: true, avgRating: null })
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

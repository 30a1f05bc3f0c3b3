import { expect, test } from 'vitest'
import { tooFarFromCampus } from '#features/campuses/reach.ts'
import { estimateTravel } from '#kit/rules/distance.ts'
import { startApp } from '#tests/support/start-app.ts'
import { createRestaurant, getRestaurant, updateRestaurant } from '../contract.ts'

const app = await startApp()
const { db } = app
const admin = app.as(await app.admin())

const edit = (id: number, body: Record<string, unknown>) =>
  admin.call(updateRestaurant, { params: { id }, body })
const rowOf = (id: number) => app.row('restaurants', { id })

test('an edit changes the given fields of the form and nothing else [T-59]', async () => {
  const before = await app.restaurant({ cuisine: 'thai', imageHash: 'abc', yelpId: 'y1' })
  app.clock.advance({ minutes: 1 })
  const given = { name: 'New Name', disabled: true, cuisine: null }
  const notInForm = { id: 7, avgRating: 5, ratingCount: 99, ratingSum: 99, imageHash: 'x', ratingStranger: 5 }
  expect(await edit(before.id, { ...notInForm, ...given, name: ' New Name ' })).toMatchObject({
    status: 200,
    body: { id: before.id, ...given },
  })
  const after = await rowOf(before.id)
  expect(after.updatedAt > before.updatedAt).toBe(true)
  expect(after).toEqual({ ...before, ...given, updatedAt: after.updatedAt })
  expect(await db.selectFrom('teamRatings').selectAll().execute()).toEqual([])
})

test('a distance and travel time count as an estimate until they change, and again when they equal it', async () => {
  const point = { latitude: 35.4, longitude: -82.4 }
  const estimate = estimateTravel(await app.campus(), point)
  const old = { distance: 2.5, travelTime: 5 }
  const { id } = await app.restaurant({ ...point, ...old, distanceIsEstimated: true })
  const isEstimated = async (fields: Record<string, unknown>) =>
    (await edit(id, fields)).body.distanceIsEstimated
  expect(await isEstimated({ ...old, hours: 'Always' })).toBe(true)
  expect(await isEstimated({ distance: 3.1 })).toBe(false)
  expect(await isEstimated(estimate)).toBe(true)
  expect(await isEstimated({ travelTime: estimate.travelTime + 1 })).toBe(false)
})

test('team ratings are saved for the names in the setting', async () => {
  const { id } = await app.restaurant()
  const { body } = await edit(id, { ratingEric: 5, ratingGrace: 1, name: 'Both' })
  expect(body).toMatchObject({ name: 'Both', ratingEric: 5, ratingGrace: 1, ratingAnna: 0 })
  await edit(id, { ratingEric: 0 })

  await app.set('team_rating_names', 'Grace\nZoë')
  await edit(id, { ratingZoë: 3, ratingEric: 4 })
  const { body: shown } = await admin.call(getRestaurant, { params: { id } })
  const team = Object.entries(shown).filter(([field]) => /^rating(?!Count)/.test(field))
  expect(team.sort()).toEqual([
    ['ratingGrace', 1],
    ['ratingZoë', 3],
  ])
  await db.deleteFrom('systemSettings').where('key', '=', 'team_rating_names').execute()
})

test.each([6, -1, 2.5, '5', true, null, [3], {}])(
  'the team rating %j is rejected, and nothing is written [T-59]',
  async value => {
    const before = await app.restaurant()
    const sentence = 'Team ratings are whole numbers from 0 to 5'
    const { status, error } = await edit(before.id, { name: 'Changed', ratingJoey: 3, ratingEric: value })
    expect(status).toBe(400)
    expect(error).toEqual({ message: sentence, errors: [{ path: 'ratingEric', message: sentence }] })
    expect(await rowOf(before.id)).toEqual(before)
    const saved = db.selectFrom('teamRatings').selectAll().where('restaurantId', '=', before.id)
    expect(await saved.execute()).toEqual([])
  },
)

test('texts are stored unchanged, whatever they contain, but an address without invisible characters', async () => {
  const { id } = await app.restaurant()
  const text = '"><img src=x onerror=alert(1)> {{7*7}} \u202Egrill \'); DROP TABLE restaurants; --'
  const fields = { name: text, address: text, hours: text, websiteUrl: "https://example.org/?q='%_--" }
  const { status, body } = await edit(id, fields)
  expect(status).toBe(200)
  expect(body).toMatchObject({ ...fields, address: text.replace('\u202E', '') })
})

const noAddress = 'Please enter a web address that starts with http:// or https://'
const noHost = 'Please check the web address: it has no valid host name'
test.each([
  ['javascript:alert(1)', noAddress],
  ['JaVa\tscript:alert(1)', noAddress],
  ['data:text/html,x', noAddress],
  [' //evil', noAddress],
  ['vbscript:x', noAddress],
  ['call ahead', noAddress],
  ['https://u:p@evil.test', 'The web address must not contain a user name or password'],
  ['https://example.org,', noHost],
  ['http://http://example.org', noHost],
])('the website %j is rejected when a restaurant is added or edited [T-58]', async (websiteUrl, message) => {
  const before = await app.restaurant()
  const { name, address, campusCode, hours } = before
  const form = {
    name,
    address,
    campusCode,
    price: '$$',
    hours: `${hours}`,
    distance: 1,
    travelTime: 5,
  } as const
  for (const { status, error } of [
    await admin.call(createRestaurant, { body: { ...form, websiteUrl } }),
    await edit(before.id, { websiteUrl }),
  ])
    expect([status, error]).toEqual([400, { message, errors: [{ path: 'websiteUrl', message }] }])
  expect(await rowOf(before.id)).toEqual(before)
})

test('a new campus updates an estimated distance, but keeps one that was measured or typed', async () => {
  const near = { latitude: 35.23, longitude: -82.73 }
  const estimated = await app.restaurant({ ...near, distance: 2.5, travelTime: 5, distanceIsEstimated: true })
  const { body } = await edit(estimated.id, { campusCode: 'brevard' })
  const way = { ...estimateTravel(await app.campus('brevard'), near), distanceIsEstimated: true }
  expect(body).toMatchObject({ ...near, ...way })
  expect(way.distance).not.toBe(2.5)
  const move = async ({ id }: { id: number }) => (await edit(id, { campusCode: 'brevard' })).body
  const typed = { distance: 2.5, travelTime: 5 }
  expect(await move(await app.restaurant({ ...near, ...typed }))).toMatchObject(typed)
  const unplaced = await app.restaurant({ ...typed, distanceIsEstimated: true })
  const unknown = { distance: null, travelTime: 0, distanceIsEstimated: false }
  expect(await move(unplaced)).toMatchObject(unknown)
})

test('a position too far from a new campus is removed and reported', async () => {
  const near = { latitude: 35.5, longitude: -82.5 }
  const { id } = await app.restaurant({ ...near, distance: 2.5, travelTime: 5, distanceIsEstimated: true })
  const nowhere = { latitude: null, longitude: null, distance: null }
  const moved = (await edit(id, { campusCode: 'matthews' })).body
  expect(moved).toMatchObject({ ...nowhere, positionProblem: tooFarFromCampus })
  // This edit doesn't change the campus, so there is nothing to report.
  const renamed = (await edit(id, { campusCode: 'matthews', name: 'Renamed' })).body
  expect(renamed).not.toHaveProperty('positionProblem')
})

test('a known value can’t be removed', async () => {
  const rejected = await edit((await app.restaurant()).id, { price: null })
  expect([rejected.status, rejected.message]).toEqual([400, 'Price range is required'])
})

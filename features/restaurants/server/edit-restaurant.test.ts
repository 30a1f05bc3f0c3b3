import { expect, test } from 'vitest'
import { tooFarFromCampus } from '#features/campuses/reach.ts'
import { saveGeocodes } from '#features/geocoding/server/locate.ts'
import { estimateTravel } from '#kit/rules/distance.ts'
import { startApp } from '#tests/support/start-app.ts'
import { getRestaurant, updateRestaurant } from '../contract.ts'

const app = await startApp()
const { db } = app
const admin = app.as(await app.admin())

const edit = (id: number, body: Record<string, unknown>) =>
  admin.call(updateRestaurant, { params: { id: id }, body })
const rowOf = (id: number) => app.row('restaurants', { id })

test('an edit changes the given fields and nothing else', async () => {
  const before = await app.restaurant({ cuisine: 'thai', imageHash: 'abc', yelpId: 'y1' })
  app.clock.advance({ minutes: 1 })
  const { status, body } = await edit(before.id, { name: ' New Name ', disabled: true, cuisine: null })
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: before.id, name: 'New Name', disabled: true, cuisine: null })
  const after = await rowOf(before.id)
  expect(after.updatedAt > before.updatedAt).toBe(true)
  expect(after).toEqual({
    ...before,
    name: 'New Name',
    disabled: true,
    cuisine: null,
    updatedAt: after.updatedAt,
  })
})

test('fields that are not part of the form are ignored [T-59]', async () => {
  const before = await app.restaurant()
  const { status } = await edit(before.id, {
    id: 7,
    avgRating: 5,
    ratingCount: 99,
    ratingSum: 99,
    imageHash: 'x',
    createdAt: 'then',
    ratingStranger: 5,
  })
  expect(status).toBe(200)
  const after = await rowOf(before.id)
  expect(after).toEqual({ ...before, updatedAt: after.updatedAt })
  expect(
    await db.selectFrom('teamRatings').selectAll().where('restaurantId', '=', before.id).execute(),
  ).toEqual([])
})

test('a changed distance or travel time no longer counts as an estimate', async () => {
  const estimated = { distance: 2.5, travelTime: 5, distanceIsEstimated: true }
  const unchanged = await app.restaurant(estimated)
  await edit(unchanged.id, { distance: 2.5, travelTime: 5, hours: 'Always' })
  expect(await rowOf(unchanged.id)).toMatchObject({ ...estimated, hours: 'Always' })
  const driven = await app.restaurant(estimated)
  expect((await edit(driven.id, { distance: 3.1 })).body).toMatchObject({
    distance: 3.1,
    distanceIsEstimated: false,
  })
  const timed = await app.restaurant(estimated)
  expect((await edit(timed.id, { travelTime: 9 })).body).toMatchObject({
    travelTime: 9,
    distanceIsEstimated: false,
  })
})

test('team ratings are saved for the names in the setting', async () => {
  const { id } = await app.restaurant()
  const { body } = await edit(id, { ratingEric: 5, ratingGrace: 1, name: 'Both' })
  expect(body).toMatchObject({ name: 'Both', ratingEric: 5, ratingGrace: 1, ratingAnna: 0 })
  await edit(id, { ratingEric: 0 })

  await app.set('team_rating_names', 'Grace\nZoë')
  await edit(id, { ratingZoë: 3, ratingEric: 4 })
  const { body: shown } = await admin.call(getRestaurant, { params: { id: id } })
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
    expect(
      await db.selectFrom('teamRatings').selectAll().where('restaurantId', '=', before.id).execute(),
    ).toEqual([])
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

test('hours are read as a page has them, with line breaks and tabs', async () => {
  const { id } = await app.restaurant()
  const { body } = await edit(id, { hours: 'Monday\t11 AM–9 PM\r\nTuesday\tClosed\n' })
  expect(body.hours).toBe('Monday 11 AM–9 PM; Tuesday Closed')
  expect(body.openingTimes).toEqual([{ day: 0, start: '11:00', end: '21:00' }])
})

test('a website is an address with or without its scheme', async () => {
  const { id } = await app.restaurant()
  const saved = async (websiteUrl: string) => (await edit(id, { websiteUrl })).body.websiteUrl
  expect(await saved('\u200Bwww.example.org/menu ')).toBe('https://www.example.org/menu')
  expect(await saved('//crane.example.org/x')).toBe('https://crane.example.org/x')
  expect(await saved('tacos.example.org:8080')).toBe('https://tacos.example.org:8080')
  expect(await saved('HTTP://example.org')).toBe('HTTP://example.org')
  for (const [websiteUrl, problem] of [
    ['call ahead', 'Please enter a web address that starts with http:// or https://'],
    ['https://example.org,', 'Please check the web address: it has no valid host name'],
    ['http://http://example.org', 'Please check the web address: it has no valid host name'],
  ] as const) {
    const { status, message } = await edit(id, { websiteUrl })
    expect([status, message]).toEqual([400, problem])
  }
})

test('a new address replaces or removes the old position, another spelling doesn’t', async () => {
  const point = { latitude: 35.4, longitude: -82.4 }
  const { id, address, campusCode } = await app.restaurant(point)
  await edit(id, { address: address.toUpperCase() })
  expect(await rowOf(id)).toMatchObject(point)
  await edit(id, { address: '77 Other Road' })
  expect(await rowOf(id)).toMatchObject({ latitude: null, longitude: null })
  const found = { latitude: 35.5, longitude: -82.5 }
  const geocode = { point: found, geocoder: null }
  await saveGeocodes(db, [{ campusCode, address: '78 Other Road', ...geocode }], app.clock.now())
  await edit(id, { address: '78 other road' })
  expect(await rowOf(id)).toMatchObject(found)
})

test('a new campus updates an estimated distance, but keeps one that was measured or typed', async () => {
  const near = { latitude: 35.23, longitude: -82.73 }
  const estimated = await app.restaurant({ ...near, distance: 2.5, travelTime: 5, distanceIsEstimated: true })
  const { body } = await edit(estimated.id, { campusCode: 'brevard' })
  const way = { ...estimateTravel(await app.campus('brevard'), near), distanceIsEstimated: true }
  expect(body).toMatchObject({ ...near, ...way })
  expect(way.distance).not.toBe(2.5)
  const typed = await app.restaurant({ ...near, distance: 2.5, travelTime: 5 })
  expect((await edit(typed.id, { campusCode: 'brevard' })).body).toMatchObject({
    distance: 2.5,
    travelTime: 5,
  })
  const unplaced = await app.restaurant({ distance: 2.5, travelTime: 5, distanceIsEstimated: true })
  expect((await edit(unplaced.id, { campusCode: 'brevard' })).body).toMatchObject({
    distance: null,
    travelTime: 0,
    distanceIsEstimated: false,
  })
})

test('a position too far from a new campus is removed and reported', async () => {
  const near = { latitude: 35.5, longitude: -82.5 }
  const { id } = await app.restaurant({ ...near, distance: 2.5, travelTime: 5, distanceIsEstimated: true })
  expect((await edit(id, { campusCode: 'matthews' })).body).toMatchObject({
    latitude: null,
    longitude: null,
    distance: null,
    positionProblem: tooFarFromCampus,
  })
  // This edit doesn't change the campus, so there is nothing to report.
  expect((await edit(id, { campusCode: 'matthews', name: 'Renamed' })).body).not.toHaveProperty(
    'positionProblem',
  )
})

test('a distance and travel time equal to the estimate count as an estimate', async () => {
  const point = { latitude: 35.4, longitude: -82.4 }
  const { id } = await app.restaurant(point)
  await edit(id, estimateTravel(await app.campus(), point))
  expect(await rowOf(id)).toMatchObject({ distanceIsEstimated: true })
  await edit(id, { distance: 999 })
  expect(await rowOf(id)).toMatchObject({ distanceIsEstimated: false })
})

test('what an import left unknown may stay so; a known value can’t be removed', async () => {
  const unknown = await app.restaurant({ price: null, hours: null, distance: null })
  const sent = { name: 'Two  Cats', price: null, hours: null, distance: null }
  const { status, body } = await edit(unknown.id, sent)
  expect([status, body.name, body.price, body.hours]).toEqual([200, 'Two Cats', null, null])
  const known = await app.restaurant()
  const rejected = await edit(known.id, { price: null })
  expect([rejected.status, rejected.message]).toEqual([400, 'Price range is required'])
})

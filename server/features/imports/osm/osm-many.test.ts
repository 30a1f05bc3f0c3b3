import { beforeEach, expect, test } from 'vitest'
import { applyOsm, listOsmDifferences, undoOsm } from '#contract/osm.ts'
import { createOverpass } from '#server/integrations/overpass.ts'
import { corner, here, startFakeOverpass } from '#server/testing/fake-overpass.ts'
import { startApp } from '#server/testing/start-app.ts'

const overpass = await startFakeOverpass()
// Each new client starts with an empty cache.
const client = () => createOverpass({ url: overpass.url, userAgent: 'CommonTable/test' })
const app = await startApp({ OVERPASS_URL: overpass.url })
const admin = app.as(await app.admin())
const compare = () => admin.call(listOsmDifferences, { query: { campusCode: 'arden', radius: '5' } })
const rows = () => app.db.selectFrom('restaurants').selectAll().orderBy('id').execute()

beforeEach(async () => {
  app.deps.overpass = client()
  await app.db.deleteFrom('restaurants').execute()
})

test('a position more than 60 miles away is not applied', async () => {
  overpass.known.elements = [{ ...corner, lat: 40 }]
  const ours = await app.restaurant({ name: 'The Corner Café', cuisine: null })
  const fields = ['cuisine' as const, 'position' as const]
  const changes = [{ restaurantId: ours.id, osmId: 'node/123', fields }]
  const rejected = await admin.call(applyOsm, { body: { changes } })
  expect(rejected).toMatchObject({ status: 400, message: expect.stringContaining('more than 60 miles') })
  expect(await rows()).toEqual([ours])
})

test('applying a position updates an estimated distance but leaves a measured one unchanged', async () => {
  overpass.known.elements = [corner]
  const fields = { name: 'The Corner Café', address: '12 Main St', travelTime: 9 }
  const takeOver = async (distances: { distance: number | null; distanceIsEstimated: boolean }) => {
    const { id: restaurantId } = await app.restaurant({ ...fields, ...distances })
    const changes = [{ restaurantId, osmId: 'node/123', fields: ['position' as const] }]
    expect((await admin.call(applyOsm, { body: { changes } })).body.changed).toBe(1)
    return (await rows()).find(({ id }) => id === restaurantId)
  }
  expect(await takeOver({ distance: 3.4, distanceIsEstimated: false })).toMatchObject({
    latitude: here.lat,
    longitude: here.lon,
    distance: 3.4,
    travelTime: 9,
    distanceIsEstimated: false,
  })
  const estimated = { latitude: here.lat, distance: 0, travelTime: 1, distanceIsEstimated: true }
  expect(await takeOver({ distance: 3.4, distanceIsEstimated: true })).toMatchObject(estimated)
  expect(await takeOver({ distance: null, distanceIsEstimated: false })).toMatchObject(estimated)
})

test('lists of cuisines are equal regardless of their separators', async () => {
  overpass.known.elements = [corner]
  await app.restaurant({ name: 'The Corner Café', address: '12 Main St', cuisine: 'Pizza; Ice Cream' })
  expect((await compare()).body[0]?.fields.map(({ field }) => field)).not.toContain('cuisine')
})

const clock = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16)

test.each([
  ['times that are none', { openingTimes: [{ day: 9, start: 'noon', end: 'late' }] }],
  ['a week of 600 stretches', { openingTimes: Array.from({ length: 600 }, (_, i) => stretch(2 * i)) }],
  ['a text with a NUL', { hours: 'Seasonal\0' }],
  ['no address of a website', { websiteUrl: 'http://' }],
])('an Undo with values that a backup could not hold is rejected: %s', async (_name, before) => {
  const { id: restaurantId, updatedAt } = await app.restaurant({ hours: 'Seasonal' })
  const { status } = await admin.call(undoOsm, { body: { undo: [{ restaurantId, updatedAt, before }] } })
  expect([status, await rows()]).toMatchObject([400, [{ hours: 'Seasonal', updatedAt }]])
})

function stretch(minute: number) {
  return { day: 0, start: clock(minute), end: clock(minute + 1) }
}

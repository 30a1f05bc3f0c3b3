import { beforeEach, expect, test } from 'vitest'
import { startImports } from '#tests/support/backups/import-runs.ts'
import { corner, here } from '#tests/support/services/fake-overpass.ts'
import {
  applyOsm,
  importFromOsm,
  listOsmDifferences,
  type OsmField,
  searchOsm,
  undoOsm,
} from '../../osm-contract.ts'
import { osmBusy } from './overpass.ts'
import { placeDetailsOf } from './read-osm.ts'

/* Which values are taken over from OpenStreetMap, what is said about them, and what if it is in trouble. */

const app = await startImports()
const { asAdmin: admin, overpass, rows } = app

beforeEach(() => {
  overpass.known.elements = [corner]
})

const importPlaces = (osmIds = ['node/123']) =>
  admin.call(importFromOsm, { body: { campusCode: 'arden', osmIds } })
const query = { campusCode: 'arden', radius: '5' }
const search = () => admin.call(searchOsm, { query })
const compare = () => admin.call(listOsmDifferences, { query })
const phones = async () => (await rows()).map(({ phone }) => phone)
const apply = (restaurantId: number, fields: OsmField[] = ['phone']) =>
  admin.call(applyOsm, { body: { changes: [{ restaurantId, osmId: 'node/123', fields }] } })

test('Apply writes the value that the difference shows, not one that an import fetched before', async () => {
  const { ids } = (await importPlaces()).body
  const phone = '+1 828 555 0199'
  overpass.known.elements = [{ ...corner, tags: { ...corner.tags, phone } }]
  expect((await compare()).body[0]?.fields).toMatchObject([{ field: 'phone', theirs: phone }])
  const { body } = await apply(ids[0] ?? 0)
  expect(body.changed).toBe(1)
  expect(await phones()).toEqual([phone])
})

test('what already has a value is not said to be changed', async () => {
  const { ids } = (await importPlaces()).body
  expect((await apply(ids[0] ?? 0)).body).toEqual({ changed: 0, undo: [] })
})

test('the hours of a week with many different stretches are stored whole', async () => {
  const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
  const hours = days.map((day, i) => `${day} 11:0${i}-14:1${i},17:2${i}-21:3${i}`).join('; ')
  overpass.known.elements = [{ ...corner, tags: { ...corner.tags, opening_hours: hours } }]
  await importPlaces()
  expect((await rows())[0]?.hours).toContain('; Sun 11:06 AM - 2:16 PM & 5:26 PM - 9:36 PM')
})

test('the audit log has the fields of every corrected place, and of each that Undo brought back', async () => {
  const elements = Array.from({ length: 30 }, (_, i) => ({
    ...corner,
    id: 500 + i,
    lat: corner.lat + i / 1000,
    tags: { ...corner.tags, name: `Place ${i}` },
  }))
  overpass.known.elements = elements
  const osmIds = elements.map(({ id }) => `node/${id}`)
  const { ids } = (await importPlaces(osmIds)).body
  const phone = '+1 828 555 0199'
  overpass.known.elements = elements.map(one => ({ ...one, tags: { ...one.tags, phone } }))
  await compare()
  const changes = ids.map((restaurantId, i) => ({
    restaurantId,
    osmId: osmIds[i] ?? '',
    fields: ['phone' as const],
  }))
  const { body } = await admin.call(applyOsm, { body: { changes } })
  await admin.call(undoOsm, { body: { undo: body.undo } })
  const corrected = (await app.audited()).filter(([action]) => action === 'RESTAURANTS_CORRECTED')
  const edits = corrected.flatMap(([, , { restaurants }]) => restaurants)
  const old = '+1 828 555 0100'
  expect(edits.map(({ id, before, after }) => [id, before.phone, after.phone])).toEqual([
    ...ids.map(id => [id, old, phone]),
    ...ids.map(id => [id, phone, old]),
  ])
})

test.each([
  ['https://a.example/list;version=2', 'https://a.example/list;version=2', undefined],
  ['https://a.example/list;page.html', 'https://a.example/list;page.html', undefined],
  ['a.example/list;page.php?to=/x;y.pdf', 'https://a.example/list;page.php?to=/x;y.pdf', undefined],
  ['https://a.example/list;www.b.example', 'https://a.example/list', 'www.b.example'],
  ['https://a.example/list;//b.example', 'https://a.example/list', '//b.example'],
  ['a.example/?one&amp;two', 'https://a.example/?one&amp;two', undefined],
  ['x.example; y.example', 'https://x.example', 'y.example'],
  ['x.example/menu;y.example/menu', 'https://x.example/menu', 'y.example/menu'],
  ['https://a.example/;https://b.example/;n/a', 'https://a.example/', 'https://b.example/; n/a'],
  ['https://a.example/menu;info@a.example', 'https://a.example/menu', 'info@a.example'],
  ['https://a.example/menu; n/a', 'https://a.example/menu', 'n/a'],
  [';x.example;', 'https://x.example', undefined],
])('of the websites %s, the first is taken over, and a remark names the others', (website, first, others) => {
  const details = placeDetailsOf({ ...corner, type: 'node', tags: { ...corner.tags, phone: '', website } })
  expect(details?.websiteUrl).toBe(first)
  expect(details?.remarks).toEqual(others && [`“The Corner Café”: another website left out: ${others}`])
})

test('phone and website are also found where mappers file them under contact', () => {
  const tags = {
    name: 'Old Mill',
    'contact:phone': '+1 828 555 0100',
    'contact:website': 'https://mill.example.org/',
  }
  const found = { phone: '+1 828 555 0100', websiteUrl: 'https://mill.example.org/' }
  expect(placeDetailsOf({ ...corner, type: 'node', tags })).toMatchObject(found)
})

test('a blank in a stored website is no difference', async () => {
  await importPlaces()
  await app.db.updateTable('restaurants').set({ websiteUrl: 'https://a.example/our menu' }).execute()
  overpass.known.elements = [{ ...corner, tags: { ...corner.tags, website: 'https://a.example/our menu' } }]
  expect((await compare()).body.flatMap(({ fields }) => fields)).toEqual([])
})

test('each field can be taken over where a restaurant has nothing', async () => {
  const nothing = { hours: null, phone: null, websiteUrl: null, cuisine: null }
  const { id } = await app.restaurant({ name: 'The Corner Café', address: '12 Main St', ...nothing })
  const fields = (await compare()).body[0]?.fields.map(({ field }) => field) ?? []
  expect(fields).toEqual(['hours', 'phone', 'websiteUrl', 'cuisine', 'diets', 'position'])
  await apply(id, fields)
  expect((await rows())[0]).toMatchObject({
    hours: 'Mon-Fri 11 AM - 9 PM; Sat-Sun closed',
    phone: '+1 828 555 0100',
    websiteUrl: 'https://corner.example.org/',
    cuisine: 'pizza, ice cream',
    diets: 'vegan,halal',
    latitude: here.lat,
  })
})

test.each([
  [44, 0.0004, false],
  [56, 0.0005, true],
])('a position %s meters (%s°) away is listed as a difference: %s', async (_, degrees, isListed) => {
  await importPlaces()
  await app.db
    .updateTable('restaurants')
    .set({ latitude: here.lat + degrees })
    .execute()
  const fields = (await compare()).body.flatMap(one => one.fields.map(({ field }) => field))
  expect(fields).toEqual(isListed ? ['position'] : [])
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
  await app.restaurant({ name: 'The Corner Café', address: '12 Main St', cuisine: 'Pizza; Ice Cream' })
  expect((await compare()).body[0]?.fields.map(({ field }) => field)).not.toContain('cuisine')
})

const clock = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16)
const stretch = (minute: number) => ({ day: 0, start: clock(minute), end: clock(minute + 1) })

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

test('OpenStreetMap is reported as busy at its rate limit, after a query timeout and a gateway timeout', async () => {
  const remark = 'runtime error: Query timed out in "query" at line 1'
  for (const busy of [{ status: 429 }, { json: { elements: [], remark } }, { status: 504, json: {} }]) {
    overpass.reply(() => busy)
    expect(await search()).toMatchObject({ status: 503, body: { message: osmBusy } })
  }
  overpass.reply()
})

test('a failure is not cached: the next search sends a new request', async () => {
  await overpass.setMode('500')
  expect((await search()).status).toBe(502)
  await overpass.setMode('normal')
  expect((await search()).status).toBe(200)
})

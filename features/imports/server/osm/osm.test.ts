import { beforeEach, describe, expect, test } from 'vitest'
import { bulkDeleteRestaurants, getRestaurant } from '#features/restaurants/contract.ts'
import { startImports } from '#tests/support/backups/import-runs.ts'
import { corner, here, pub } from '#tests/support/services/fake-overpass.ts'
import { applyOsm, importFromOsm, listOsmDifferences, searchOsm, undoOsm } from '../../osm-contract.ts'
import { createOverpass } from './overpass.ts'

const app = await startImports()
const { asAdmin: admin, overpass, rows } = app

beforeEach(() => {
  const nameless = { type: 'node', id: 9, ...here, tags: { amenity: 'cafe' } }
  overpass.known.elements = [pub, corner, nameless, { type: 'node' }]
})

const search = (radius = '5') => admin.call(searchOsm, { query: { campusCode: 'arden', radius } })
const importPlaces = (osmIds = ['node/123', 'way/7']) =>
  admin.call(importFromOsm, { body: { campusCode: 'arden', osmIds } })
const compare = () => admin.call(listOsmDifferences, { query: { campusCode: 'arden', radius: '5' } })

test('a search returns OpenStreetMap’s data, nearest place first', async () => {
  const { status, body } = await search()
  expect(status).toBe(200)
  expect(body).toMatchObject([
    {
      osmId: 'node/123',
      name: 'The Corner Café',
      address: '12 Main Street, Arden, NC 28704',
      cuisine: 'pizza, ice cream',
      phone: '+1 828 555 0100',
      websiteUrl: 'https://corner.example.org/',
      hours: 'Mon-Fri 11 AM - 9 PM; Sat-Sun closed',
      diets: ['vegan', 'halal'],
      distance: 0,
      restaurantId: null,
    },
    {
      osmId: 'way/7',
      address: '35.48000, -82.53540',
      hours: 'call ahead',
      openingTimes: null,
      websiteUrl: null,
      distance: 1.1,
    },
  ])
  const [request] = overpass.requests
  expect(request).toMatchObject({ method: 'POST' })
  expect(request?.headers['user-agent']).toBe('CommonTable/test')
  const data = new URLSearchParams(request?.body).get('data') ?? ''
  expect(data).toMatch(/^\[out:json\]/)
  expect(data).toContain('(around:8047,35.4637,-82.5354)')
  expect(data).toMatch(/out center tags;$/)
})

test('responses are cached for ten minutes, and identical simultaneous searches send one request', async () => {
  let time = 0
  app.deps.overpass = createOverpass({ url: overpass.url, userAgent: 'CommonTable/test', now: () => time })
  await Promise.all([search(), search(), search('6')])
  expect(overpass.requests).toHaveLength(2)
  time = 10 * 60_000 + 1
  await search()
  expect(overpass.requests).toHaveLength(3)
})

const point = { latitude: here.lat, longitude: here.lon }

describe('a place is recognized', () => {
  test.each([
    ['by its id', { name: 'Quite Another', osmId: 'node/123' }],
    ['by a like name nearby', { name: 'Corner Cafe Restaurant', latitude: 35.4645, longitude: -82.5354 }],
    [
      'by a like name nearby, where it had another id before',
      { name: 'Corner Café', osmId: 'way/99', latitude: 35.4645, longitude: -82.5354 },
    ],
    ['by a like name and the number of its street', { name: 'CORNER CAFÉ', address: '12 Main St, Arden' }],
  ])('%s', async (_, fields) => {
    const { id } = await app.restaurant(fields)
    expect((await search()).body[0]).toMatchObject({ osmId: 'node/123', restaurantId: id })
    expect((await importPlaces(['node/123'])).body).toMatchObject({ imported: 0, skipped: 1, ids: [] })
  })
  test('by its id, even if another one of a like name is nearer', async () => {
    await app.restaurant({ name: 'Corner Café', ...point })
    const { id } = await app.restaurant({ name: 'Corner Café', osmId: 'node/123', ...point, latitude: 35.47 })
    expect((await search()).body[0]).toMatchObject({ osmId: 'node/123', restaurantId: id })
    expect((await compare()).body).toMatchObject([{ restaurantId: id, osmId: 'node/123' }])
  })
  test.each([
    [
      'of a like name far away',
      { name: 'Corner Cafe', latitude: 35.47, longitude: -82.5354, address: '5 X' },
    ],
    ['that has an id of its own there', { name: 'Corner Café', osmId: 'way/7', ...point }],
    ['of another name next door', { name: 'Corner Grill', latitude: 35.4637, longitude: -82.5354 }],
    ['of another campus', { name: 'The Corner Café', osmId: 'node/123', campusCode: 'brevard' }],
  ])('but not as a restaurant %s', async (_, fields) => {
    await app.restaurant(fields)
    expect((await search()).body[0]).toMatchObject({ osmId: 'node/123', restaurantId: null })
    expect((await importPlaces(['node/123'])).body).toMatchObject({ imported: 1, skipped: 0 })
  })
})

test('a restaurant outside the search radius is not mistaken for another branch', async () => {
  const outside = { latitude: 35.6, longitude: -82.5354, address: '12 Oak Ave' }
  await app.restaurant({ name: 'Corner Café', osmId: 'node/5', ...outside })
  expect((await search()).body[0]).toMatchObject({ osmId: 'node/123', restaurantId: null })
  expect((await compare()).body).toEqual([])
})

test('an import writes known places, and reports unknown ones and further values', async () => {
  const { body } = await importPlaces(['node/123', 'way/7', 'node/404'])
  expect(body).toMatchObject({
    imported: 2,
    errors: [{ row: 3, message: 'OpenStreetMap no longer has the place node/404' }],
    remarks: [{ row: 1, message: '“The Corner Café”: another phone left out: +1 828 555 0101' }, { row: 2 }],
  })
  const [saved] = await rows()
  expect(saved).toMatchObject({
    osmId: 'node/123',
    name: 'The Corner Café',
    diets: 'vegan,halal',
    price: null,
    latitude: here.lat,
    distance: 0,
    distanceIsEstimated: true,
  })
  expect(JSON.parse(saved?.openingTimes ?? '')).toHaveLength(5)
  await admin.call(bulkDeleteRestaurants, { query: { ids: body.ids.join(',') } as never })
  expect(await rows()).toEqual([])
})

test('differences are listed, applied field by field, and undone', async () => {
  const ours = await app.restaurant({
    name: 'The Corner Café',
    address: '12 Main St',
    hours: 'Seasonal',
    phone: '(828) 555-0100',
    websiteUrl: 'http://www.corner.example.org',
    cuisine: null,
  })
  const { body } = await compare()
  expect(body).toEqual([
    {
      restaurantId: ours.id,
      name: 'The Corner Café',
      osmId: 'node/123',
      fields: [
        { field: 'hours', ours: 'Seasonal', theirs: 'Mon-Fri 11 AM - 9 PM; Sat-Sun closed' },
        { field: 'cuisine', ours: null, theirs: 'pizza, ice cream' },
        { field: 'diets', ours: null, theirs: 'vegan, halal' },
        { field: 'position', ours: null, theirs: '35.46370, -82.53540' },
      ],
    },
  ])
  const changes = [
    { restaurantId: ours.id, osmId: 'node/123', fields: ['hours', 'diets', 'position'] as const },
  ]
  const applied = await admin.call(applyOsm, { body: { changes: changes as never } })
  expect(applied.body).toMatchObject({ changed: 1 })
  const now = (await admin.call(getRestaurant, { params: { id: ours.id } })).body
  expect(now).toMatchObject({
    diets: ['vegan', 'halal'],
    osmId: 'node/123',
    latitude: 35.4637,
    cuisine: null,
  })
  expect(now.openingTimes).toHaveLength(5)
  expect((await compare()).body[0]?.fields.map(({ field }) => field)).toEqual(['cuisine'])

  const undone = await admin.call(undoOsm, { body: { undo: applied.body.undo } })
  expect(undone.body).toEqual({ changed: 1 })
  const { updatedAt, ...before } = ours
  expect((await rows())[0]).toMatchObject(before)
  expect(updatedAt).not.toBe((await rows())[0]?.updatedAt)
  // The first Undo counts as a change, and Undo skips restaurants changed since.
  expect((await admin.call(undoOsm, { body: { undo: applied.body.undo } })).body).toEqual({ changed: 0 })
})

test('a restaurant is compared with the branch that is nearest to it, not to the campus', async () => {
  overpass.known.elements = [corner, { ...corner, id: 124, lat: 35.48 }]
  const fields = { name: 'Corner Café', address: '12 Main St' }
  const far = await app.restaurant({ ...fields, latitude: 35.479, longitude: here.lon })
  expect((await compare()).body).toMatchObject([{ restaurantId: far.id, osmId: 'node/124' }])
  const near = await app.restaurant({ ...fields, ...point })
  expect((await compare()).body).toMatchObject([
    { restaurantId: near.id, osmId: 'node/123' },
    { restaurantId: far.id, osmId: 'node/124' },
  ])
})

test('if one restaurant or place is unknown, no change is applied', async () => {
  const ours = await app.restaurant({ name: 'The Corner Café', address: '12 Main St', cuisine: null })
  const change = { osmId: 'node/123', fields: ['cuisine' as const] }
  const good = { ...change, restaurantId: ours.id }
  const other = await app.restaurant()
  const unknown = { ...change, restaurantId: 999_999 }
  const gone = { ...change, restaurantId: other.id, osmId: 'node/404' }
  expect((await admin.call(applyOsm, { body: { changes: [good, unknown] } })).status).toBe(404)
  expect((await admin.call(applyOsm, { body: { changes: [good, gone] } })).status).toBe(409)
  expect(await rows()).toEqual([ours, other])
})

import { beforeEach, expect, test } from 'vitest'
import { applyOsm, importFromOsm, listOsmDifferences, type OsmField, undoOsm } from '#contract/osm.ts'
import { createOverpass } from '#server/integrations/overpass.ts'
import { corner, startFakeOverpass } from '#server/testing/fake-overpass.ts'
import { startApp } from '#server/testing/start-app.ts'
import { placeDetailsOf } from './read-osm.ts'

/* Which values are taken over from OpenStreetMap, and what is said about them. */

const overpass = await startFakeOverpass()
const app = await startApp({ OVERPASS_URL: overpass.url })
const admin = app.as(await app.admin())

beforeEach(async () => {
  app.deps.overpass = createOverpass({ url: overpass.url, userAgent: 'CommonTable/test' })
  overpass.known.elements = [corner]
  for (const table of ['restaurants', 'auditLogs'] as const) await app.db.deleteFrom(table).execute()
})

const importPlaces = (osmIds = ['node/123']) =>
  admin.call(importFromOsm, { body: { campusCode: 'arden', osmIds } })
const compare = () => admin.call(listOsmDifferences, { query: { campusCode: 'arden', radius: '5' } })
const phones = async () =>
  (await app.db.selectFrom('restaurants').select('phone').execute()).map(row => row.phone)
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

test('an unusable website or phone costs that value, with a remark; one without a scheme is https', async () => {
  const tags = { ...corner.tags, website: 'javascript:alert(1)', phone: '1'.repeat(50) }
  const other = {
    ...corner,
    id: 124,
    lat: corner.lat + 0.01,
    tags: { ...corner.tags, name: 'Other', website: 'www.example.org/a b ; example.com' },
  }
  overpass.known.elements = [{ ...corner, tags }, other]
  const { body } = await importPlaces(['node/123', 'node/124'])
  expect(body).toMatchObject({
    imported: 2,
    errors: [],
    remarks: [
      { row: 1, message: '“The Corner Café”: phone left out: At most 40 characters are allowed' },
      {
        row: 1,
        message: expect.stringContaining('“The Corner Café”: website left out: Please enter a web address'),
      },
      { row: 2, message: '“Other”: another phone left out: +1 828 555 0101' },
      { row: 2, message: '“Other”: another website left out: example.com' },
    ],
  })
  const rows = await app.db.selectFrom('restaurants').select('websiteUrl').orderBy('id').execute()
  expect(rows.map(row => row.websiteUrl)).toEqual([null, 'https://www.example.org/a%20b'])
})

test('the hours of a week with many different stretches are stored whole', async () => {
  const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
  const hours = days.map((day, i) => `${day} 11:0${i}-14:1${i},17:2${i}-21:3${i}`).join('; ')
  overpass.known.elements = [{ ...corner, tags: { ...corner.tags, opening_hours: hours } }]
  await importPlaces()
  const row = await app.db.selectFrom('restaurants').selectAll().executeTakeFirstOrThrow()
  expect(JSON.parse(row.openingTimes ?? '')).toHaveLength(14)
  expect(row.hours).toContain('Sun 11:06 AM')
  expect(row.hours).not.toContain('…')
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

test('a blank in a stored website is no difference', async () => {
  await importPlaces()
  await app.db.updateTable('restaurants').set({ websiteUrl: 'https://a.example/our menu' }).execute()
  overpass.known.elements = [{ ...corner, tags: { ...corner.tags, website: 'https://a.example/our menu' } }]
  expect((await compare()).body.flatMap(({ fields }) => fields)).toEqual([])
})

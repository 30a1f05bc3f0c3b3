import { beforeEach, expect, test } from 'vitest'
import { getRestaurant } from '#features/restaurants/contract.ts'
import { fakeYelpKey, startFakeYelp } from '#tests/support/services/fake-yelp.ts'
import { startApp } from '#tests/support/start-app.ts'
import { importFromYelp } from '../../yelp-contract.ts'

const where = { latitude: 35.4737, longitude: -82.5354 }
const location = { address1: '1 Main St', address2: 'Suite 4', city: 'Arden', state: 'NC', zip_code: '28704' }
const place = (id: string, fields: Record<string, unknown> = {}) => {
  const own = { ...location, address1: `${id} Main St` }
  return { id, name: `Sample ${id}`, where, location: own, ...fields }
}
const hours = [0, 1, 2, 3, 4].map(day => ({ day, start: '1100', end: '2100', is_overnight: false }))

const yelp = await startFakeYelp([])
yelp.businesses.push(
  place('grill', {
    name: ' Sample\nGrill ',
    location,
    url: 'https://www.yelp.com/biz/sample-grill?adjust_creative=abc#top',
    image_url: `${yelp.url}/photos/plain.jpg`,
    display_phone: '(828) 555-0100',
    price: '$$',
    categories: [{ title: 'Barbeque' }, { title: 'Southern' }],
    hours: [
      { hours_type: 'SPECIAL', open: [] },
      { hours_type: 'REGULAR', open: hours },
    ],
    attributes: { business_url: 'https://grill.example.org/' },
  }),
  place('bare', { image_url: '', url: 'javascript:alert(1)', where: { latitude: 95, longitude: -82.5 } }),
  place('a'),
  place('b'),
  place('closed', { is_closed: true }),
  place('homeless', { location: null }),
  place('withheld', { status: 403 }),
  place('merged', { status: 301 }),
)
const app = await startApp(yelp.environment)
const admin = app.as(await app.admin())

const importPlaces = (yelpIds: string[]) =>
  admin.call(importFromYelp, { body: { yelpIds, campusCode: 'arden' } })

beforeEach(async () => {
  yelp.requests.length = 0
  for (const table of ['restaurants', 'auditLogs', 'images'] as const)
    await app.db.deleteFrom(table).execute()
})

test('all available data from Yelp is imported', async () => {
  expect((await importPlaces(['grill', 'bare'])).body).toEqual({ imported: 2, skipped: 0, errors: [] })
  const [grill, bare] = await app.db.selectFrom('restaurants').selectAll().orderBy('id').execute()
  const { body } = await admin.call(getRestaurant, { params: { id: String(grill?.id) } })
  expect(body).toMatchObject({
    name: 'Sample Grill',
    address: '1 Main St, Suite 4, Arden, NC 28704',
    campusCode: 'arden',
    price: '$$',
    hours: 'Mon-Fri 11 AM - 9 PM; Sat-Sun closed',
    cuisine: 'barbeque, southern',
    phone: '(828) 555-0100',
    websiteUrl: 'https://grill.example.org/',
    yelpUrl: 'https://www.yelp.com/biz/sample-grill',
    yelpId: 'grill',
    ...where,
    distance: 0.9,
    travelTime: 2,
    distanceIsEstimated: true,
  })
  const picture = await admin.fetch(body.cardImageUrl ?? '')
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(bare).toMatchObject({ imageHash: null, price: null, hours: null, websiteUrl: null, yelpUrl: null })
  expect([bare?.latitude, bare?.longitude], 'off the earth').toEqual([null, null])
})

test('the key goes to the service and never to the photos [T-80]', async () => {
  await importPlaces(['grill'])
  const keys = yelp.requests.map(({ path, headers }) => [path, headers.authorization])
  expect(keys).toEqual([
    ['/v3/businesses/grill', `Bearer ${fakeYelpKey}`],
    ['/photos/plain.jpg', undefined],
  ])
})

test('an existing restaurant is skipped by its id, without asking Yelp', async () => {
  await app.restaurant({ name: 'Renamed since', yelpId: 'a' })
  expect((await importPlaces(['a', 'b', 'b'])).body).toEqual({ imported: 1, skipped: 2, errors: [] })
  expect(yelp.requests.map(({ path }) => path)).toEqual(['/v3/businesses/b'])
})

test('a restaurant that can’t be imported is reported and does not stop the others', async () => {
  const { body } = await importPlaces(['unknown', 'a', 'closed', 'homeless', 'withheld', 'merged'])
  expect(body).toEqual({
    imported: 1,
    skipped: 0,
    errors: [
      { row: 1, message: 'Yelp has no restaurant with the id “unknown”' },
      { row: 3, message: '“Sample closed” has closed permanently' },
      { row: 4, message: '“Sample homeless”: Address is required' },
      { row: 5, message: 'Yelp has no restaurant with the id “withheld”' },
      { row: 6, message: 'Yelp has no restaurant with the id “merged”' },
    ],
  })
})

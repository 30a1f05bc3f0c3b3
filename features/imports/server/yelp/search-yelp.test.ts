import { beforeEach, expect, test } from 'vitest'
import { type FakeBusiness, startFakeYelp } from '#tests/support/services/fake-yelp.ts'
import { startApp } from '#tests/support/start-app.ts'
import { searchYelp } from '../../yelp-contract.ts'

const arden = { latitude: 35.4637, longitude: -82.5354 }
// A hundredth of a degree of latitude is about 0.7 miles, or 1.1 km.
const north = (hundredths: number) => ({ ...arden, latitude: arden.latitude + hundredths / 100 })

const many: FakeBusiness[] = Array.from({ length: 300 }, (_, index) => ({
  id: `many-${index}`,
  name: `Sample Table ${index}`,
  where: north(20 + index / 50),
}))
const yelp = await startFakeYelp([
  {
    id: 'grill_1',
    name: 'Sample Grill',
    where: north(1),
    price: '$$',
    categories: [{ title: 'Barbeque' }, { title: 'Southern' }],
    image_url: 'https://s3-media1.fl.yelpcdn.com/bphoto/abc/o.jpg',
    display_phone: '(828) 555-0100',
    location: { address1: '1 Main St', address2: '', city: 'Arden', state: 'NC', zip_code: '28704' },
  },
  { id: 'bare', name: 'Bare Bones', where: north(2), price: '€€', image_url: 'https://evil.example/x.jpg' },
  { id: '../../x', name: 'Trickster', where: north(2) },
  ...many,
])
const app = await startApp({ ...yelp.environment, YELP_API_URL: `${yelp.url}/` })
const admin = app.as(await app.admin())

const search = (query: Record<string, string>) =>
  admin.call(searchYelp, { query: { campusCode: 'arden', ...query } })
const asked = () => yelp.requests.map(({ query }) => Object.fromEntries(query))

beforeEach(() => {
  yelp.requests.length = 0
})

test('a search returns the data needed to choose restaurants, nearest first', async () => {
  const { status, body } = await search({ radius: '8046.7' })
  expect(status).toBe(200)
  expect(body.total).toBe(3)
  expect(body.restaurants).toEqual([
    {
      id: 'grill_1',
      name: 'Sample Grill',
      address: '1 Main St, Arden, NC 28704',
      location: { address1: '1 Main St', city: 'Arden', state: 'NC' },
      price: '$$',
      distance: expect.closeTo(1114, -2),
      cuisine: 'barbeque, southern',
      imageUrl: 'https://s3-media1.fl.yelpcdn.com/bphoto/abc/o.jpg',
      alreadyImported: false,
    },
    expect.objectContaining({ id: 'bare', address: '', price: null, imageUrl: null, cuisine: null }),
  ])
  expect(asked()).toEqual([
    {
      ...{ latitude: String(arden.latitude), longitude: String(arden.longitude), radius: '8047' },
      ...{ categories: 'restaurants', sort_by: 'distance', limit: '50', offset: '0' },
    },
  ])
})

test('many results are fetched page by page, up to Yelp’s limit of 240', async () => {
  const { body } = await search({ radius: '40233.5' })
  expect(body.total).toBe(303)
  expect(body.restaurants).toHaveLength(239)
  expect(new Set(body.restaurants.map(({ id }) => id)).size).toBe(239)
  expect(asked().map(({ limit, offset, radius }) => [limit, offset, radius])).toEqual([
    ['50', '0', '40000'],
    ['50', '50', '40000'],
    ['50', '100', '40000'],
    ['50', '150', '40000'],
    ['40', '200', '40000'],
  ])
})

test('restaurants that the campus already has are marked, by id or by name and address', async () => {
  const marks = async () => (await search({})).body.restaurants.map(({ alreadyImported }) => alreadyImported)
  const byId = await app.restaurant({ name: 'Renamed since', yelpId: 'bare' })
  const byName = await app.restaurant({ name: 'SAMPLE  grill', address: '1 main st, Arden, NC 28704' })
  await app.restaurant({ campusCode: 'brevard', yelpId: 'grill_1' })
  expect(await marks()).toEqual([true, true])
  await app.db.deleteFrom('restaurants').where('id', 'in', [byId.id, byName.id]).execute()
  expect(await marks()).toEqual([false, false])
})

test('without a radius, five miles are searched', async () => {
  expect((await search({})).status).toBe(200)
  expect((await search({ radius: '' })).status).toBe(200)
  expect(asked().map(({ radius }) => radius)).toEqual(['8047', '8047'])
})

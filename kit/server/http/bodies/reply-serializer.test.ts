// On one engine: HTTP.
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listFavorites } from '#features/favorites/contract.ts'
import { batchRatings } from '#features/ratings/contract.ts'
import { Restaurant } from '#features/restaurants/contract.ts'
import { replySerializer } from './reply-serializer.ts'

const write = (schema: z.ZodMiniType, response: unknown) =>
  replySerializer({ schema, method: 'GET', url: '/', httpStatus: '200' })(response)

const restaurant = {
  ratingEric: 5,
  id: 1,
  name: 'Sample',
  address: '1 Sample Street',
  campusCode: 'arden',
  price: '$$',
  hours: null,
  openingTimes: null,
  diets: [],
  osmId: null,
  cuisine: null,
  phone: null,
  websiteUrl: null,
  yelpUrl: null,
  yelpId: null,
  imageUrl: null,
  cardImageUrl: null,
  distance: 1.5,
  travelTime: 3,
  distanceIsEstimated: true,
  latitude: null,
  longitude: null,
  disabled: false,
  avgRating: 4.5,
  ratingCount: 2,
  createdAt: 'then',
  updatedAt: 'now',
}
const rating = {
  id: 1,
  userId: 2,
  restaurantId: 3,
  value: 4,
  comment: null,
  createdAt: 'then',
  updatedAt: 'now',
}

test.each<[string, z.ZodMiniType, unknown]>([
  ['a restaurant', Restaurant, restaurant],
  [
    'favorites',
    listFavorites.replies[200],
    [
      { id: 1, userId: 2, restaurantId: 1, createdAt: 'then', restaurant },
      { id: 2, userId: 2, restaurantId: 9, createdAt: 'then', restaurant: null },
    ],
  ],
  [
    'ratings by id',
    batchRatings.replies[200],
    {
      averageRatings: { 3: 4.5 },
      ratingCounts: { 3: 2 },
      userRatings: { 3: rating },
      ratingsByDepartment: { 3: [{ department: '__proto__', averageRating: 4.5, ratingCount: 2 }] },
    },
  ],
  ['a union of types', z.object({ part: z.union([z.string(), z.number()]) }), { part: 3 }],
])('%s is written as zod writes it', (_, schema, response) => {
  expect(JSON.parse(write(schema, response))).toEqual(z.encode(schema, response))
})

test('fields that the schema does not name are left out, at any depth [T-40]', () => {
  const Person = z.object({ name: z.string(), friends: z.array(z.object({ name: z.string() })) })
  const ana = { name: 'Ana', passwordHash: 'secret', friends: [{ name: 'Ben', passwordHash: 'secret' }] }
  expect(JSON.parse(write(Person, ana))).toEqual({ name: 'Ana', friends: [{ name: 'Ben' }] })
  expect(JSON.parse(write(z.looseObject({ name: z.string() }), { name: 'Ana', details: 1 }))).toEqual({
    name: 'Ana',
    details: 1,
  })
})

test('texts are escaped, whatever they contain', () => {
  const text = 'Ben’s "Bäckerei" \\ \u2028 \ud800 \0'
  const Times = z.object({ at: z.iso.datetime(), note: z.nullable(z.string()) })
  expect(JSON.parse(write(Times, { at: '"', note: text }))).toEqual({ at: '"', note: text })
})

test.each<[string, z.ZodMiniType, unknown]>([
  ['a text among the team ratings', Restaurant, { ...restaurant, ratingHash: 'secret' }],
  ['a missing field', Restaurant, { ...restaurant, name: undefined }],
  ['undefined instead of a list', z.array(z.string()), undefined],
  ['a number that JSON can’t represent', z.number(), Number.NaN],
])('%s is rejected without revealing the other fields', (_, schema, response) => {
  expect(() => write(schema, response)).toThrow(/^(?!.*Sample Street)/)
})

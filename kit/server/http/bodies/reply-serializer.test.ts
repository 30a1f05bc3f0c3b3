// On one engine: HTTP.
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { replySerializer } from './reply-serializer.ts'

const write = (schema: z.ZodMiniType, response: unknown) =>
  replySerializer({ schema, method: 'GET', url: '/', httpStatus: '200' })(response)

// Some fields are named; any others are numbers.
const Place = z.catchall(
  z.object({ id: z.int(), name: z.string(), price: z.nullable(z.enum(['$', '$$'])), open: z.boolean() }),
  z.int().check(z.minimum(0)),
)
const place = { stars: 5, id: 1, name: 'Sample Street', price: '$$', open: false }

test.each<[string, z.ZodMiniType, unknown]>([
  ['an object with further fields', Place, place],
  [
    'a list with what may be missing',
    z.array(z.object({ id: z.int(), place: z.nullable(Place), note: z.optional(z.string()) })),
    [
      { id: 1, place: { ...place, price: null }, note: 'x' },
      { id: 2, place: null },
    ],
  ],
  [
    'lists by keys',
    z.record(z.string(), z.array(z.object({ name: z.string(), mean: z.number() }))),
    { 3: [{ name: '__proto__', mean: 4.5 }] },
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
  ['a text among the further fields', Place, { ...place, hash: 'secret' }],
  ['a missing field', Place, { ...place, open: undefined }],
  ['undefined instead of a list', z.array(z.string()), undefined],
  ['a number that JSON can’t represent', z.number(), Number.NaN],
])('%s is rejected without revealing the other fields', (_, schema, response) => {
  expect(() => write(schema, response)).toThrow(/^(?!.*Sample Street)/)
})

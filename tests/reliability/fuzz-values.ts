import fc from 'fast-check'
import * as z from 'zod/mini'
import { departments } from '#server/features/installation/first-data.ts'
import { testPassword } from '#server/testing/people.ts'

type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  minLength?: number
  pattern?: string
}

/** The JSON schema of what a client sends. */
export const schemaOf = (schema: z.ZodMiniType | undefined) =>
  schema && (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema)

/** A value that the schema accepts, as far as a schema can tell; a wild one is sometimes something else. */
export function valueFor(schema: Schema, name: string, isWild: boolean): fc.Arbitrary<unknown> {
  const plausible = plausibleFor(schema, name, isWild)
  return isWild
    ? fc.oneof({ weight: 5, arbitrary: plausible }, { weight: 1, arbitrary: strangeValue })
    : plausible
}

export function objectFor({ properties = {}, required = [] }: Schema, isWild: boolean) {
  const fields = Object.entries(properties).map(([name, schema]) => [name, valueFor(schema, name, isWild)])
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: isWild ? [] : required,
  })
}

function plausibleFor(schema: Schema, name: string, isWild: boolean): fc.Arbitrary<unknown> {
  const { type, properties, items, minItems = 0, maxItems = 4 } = schema
  const choices = schema.anyOf ?? schema.oneOf
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (choices) return fc.oneof(...choices.map(choice => valueFor(choice, name, isWild)))
  if (properties) return objectFor(schema, isWild)
  if (items)
    return fc.array(valueFor(items, name.replace(/s$/, ''), isWild), {
      minLength: minItems,
      maxLength: Math.max(minItems, Math.min(4, maxItems)),
    })
  const known = knownFor(schema, name)
  if (known) return known
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer')
    return fc.integer({ min: Math.max(schema.minimum ?? 0, 0), max: Math.min(schema.maximum ?? 100, 100) })
  if (type === 'number') return fc.constantFrom(0, 1, 1.5, 35.46, -82.53)
  if (type === 'string') return /\\d/.test(schema.pattern ?? '') ? fc.constantFrom('0', '1', '5', '20') : text
  return fc.oneof(text, strangeValue)
}

const reference = (...kinds: string[]) =>
  fc.tuple(fc.constantFrom(...kinds), fc.nat(9)).map(([kind, back]) => `{${kind}:${back}}`)

const knownTexts: Record<string, readonly string[]> = {
  email: ['fuzz{new:0}@example.org', '{my-email:0}', 'person3@example.org', 'nobody@example.org'],
  username: ['fuzz{new:0}'],
  password: [testPassword, testPassword, 'another horse'],
  newPassword: [testPassword, testPassword, 'another horse'],
  currentPassword: [testPassword],
  confirmPassword: [testPassword, testPassword, 'another horse'],
  campusCode: ['arden', 'brevard', '{campus-codes:0}'],
  department: [departments[0] ?? '', '{departments:0}'],
  token: ['{tokens:0}', '{tokens:1}'],
  leavesAt: ['{in-minutes:90}', '{in-minutes:45}', '{in-minutes:1500}', '{in-minutes:3}'],
  decidesAt: ['{in-minutes:30}', '{in-minutes:60}', '{in-minutes:2}'],
  expectedUpdatedAt: ['2026-01-02T03:04:05.678Z', '{in-minutes:0}'],
  updatedAt: ['2026-01-02T03:04:05.678Z', '{in-minutes:0}'],
  date: ['{today:0}', '{today:1}', '{today:29}', '{today:31}'],
  from: ['{today:5}', '2026-01-01'],
  to: ['{today:0}', '{in-minutes:0}'],
  time: ['10:30', '00:00'],
  start: ['11:00', '22:00', '24:00'],
  end: ['14:00', '02:00', '24:00'],
  role: ['user', 'admin', 'super-user', 'superuser'],
  key: ['{system-settings:0}', '{system-settings:1}', '{system-settings:2}'],
  value: ['true', 'false', '12', 'example.org', 'Welcome'],
  code: ['c{new:0}'],
  url: ['https://chat.invalid/services/{new:0}', 'https://hooks.slack.com/'],
  websiteUrl: ['https://restaurant.invalid/', 'http://127.0.0.1:9/menu'],
  radius: ['5', '1.5', '10000'],
  next: ['/lunches', '//example.org', '/auth', 'https://example.org'],
  exclude: ['1,2', '{restaurants:0}'],
  address: ['1 Main Street, Arden, NC', '12 Side Street'],
  term: ['soup'],
}

const knownNumbers: Record<string, fc.Arbitrary<unknown>> = {
  restaurantId: reference('restaurants'),
  userId: reference('users'),
  suggestionId: reference('suggestions'),
  id: reference('trash', 'restaurants', 'ratings', 'alerts'),
  latitude: fc.constantFrom(35.46, 35.5, 0, -90, 90),
  longitude: fc.constantFrom(-82.53, -82.5, 0, 180),
  day: fc.nat(6),
}

function knownFor({ type, pattern = '', minLength = 0 }: Schema, name: string) {
  if (type === 'integer' || type === 'number') return knownNumbers[name]
  if (type !== 'string') return undefined
  if (pattern.startsWith('^(node')) return fc.constantFrom('node/123', 'way/7', 'relation/1')
  if (pattern.startsWith('^[A-Za-z0-9_-]{1,64}')) return fc.constantFrom('soup-1', 'soup-2', 'gone')
  if (pattern.startsWith('^\\d{1,9}(,')) return fc.constantFrom('{restaurants:0},{restaurants:1}', '999')
  if (pattern.startsWith('^\\d') && name in knownNumbers) return knownNumbers[name]
  if (pattern === '^[\\w-]+$')
    return fc.constantFrom('AAAA', 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0', 'o2NmbXRkbm9uZQ')
  if (pattern.startsWith('^([01]')) return fc.constantFrom('10:30', '23:59')
  if (pattern.startsWith('^\\d') && !(name in knownTexts)) return fc.constantFrom('1', '5', '20', '0')
  const values = knownTexts[name]?.filter(({ length }) => length >= minLength)
  return values && fc.constantFrom(...values)
}

const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('Soup', 'Söhne’s', 'Bring a bowl', 'Care', '11 AM - 9 PM') },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 30 }) },
)

// Includes unpaired surrogates; most of these characters are not in use.
const anyHalf = fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code))

// None of these may look like internals of the server, because responses repeat what was saved.
export const strangeText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      '\0',
      'a\0b',
      '\r\nx: y',
      '\u2028',
      '\u202e',
      '\ufeff',
      '🍲',
      '👩🏽‍🍳',
      '\ud800',
      'x\udc00',
      'e\u0301',
    ],
    ...["'", "' or 1=1 --", '"', '\\', '%', '%_\\', '%00', '../..', '..\\..', '$1', '{{7*7}}', '<b>', '=1+1'],
    ...['null', 'undefined', 'NaN', 'true', '1e3', '0x10', '٣', '-1', '1.5', '__proto__', 'constructor'],
    ...[
      '2026-02-30',
      '9999-12-31T23:59:59.999Z',
      '0000-01-01',
      '2026-13-01T00:00:00Z',
      '25:00',
      'arden',
      'ARDEN',
    ],
    ...[
      'javascript:alert(1)',
      'http://[::1]:1/',
      'https://x:y@example.invalid',
      'a@b',
      `${'a'.repeat(250)}@x.org`,
    ],
    ...['x'.repeat(101), 'x'.repeat(301), 'x'.repeat(5_000), '🍲'.repeat(200), '\u0301'.repeat(300)],
  ),
  fc.string({ unit: anyHalf, maxLength: 40 }),
)

const strangeNumber = fc.constantFrom<unknown>(
  ...[0, -1, 1.5, 1e21, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e308, 5e-324, -(2 ** 31) - 1],
  ...['#-0', '#1e400', '#-1e400', '#1E400', '#0.1e-400', `#${'9'.repeat(400)}`, '#1.0', '#1e2'],
)

export const strangeValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: strangeText },
  { weight: 3, arbitrary: strangeNumber },
  {
    weight: 2,
    arbitrary: fc.constantFrom(null, true, false, [], {}, [null], { $ne: 1 }, { length: 3 }, [[[[]]]]),
  },
  { weight: 1, arbitrary: fc.constantFrom('1', 'soup', [1, 2, 3], { id: 1 }, { toString: 1 }) },
  { weight: 1, arbitrary: reference('restaurants', 'users', 'lunches', 'ratings') },
)

export const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

import fc from 'fast-check'
import { departments } from '#features/installation/server/first-data.ts'
import { testPassword } from '#tests/support/people/people.ts'
import type { JsonSchema } from '#tests/support/samples/values.ts'

/** A value that the schema accepts, as far as a schema can tell; a wild one is sometimes anything else. */
export function valueFor(schema: JsonSchema, name: string, isWild: boolean): fc.Arbitrary<unknown> {
  const valid = validFor(schema, name, isWild)
  return isWild ? fc.oneof({ weight: 5, arbitrary: valid }, { weight: 1, arbitrary: anyValue }) : valid
}

export function objectFor({ properties = {}, required = [] }: JsonSchema, isWild: boolean) {
  const fields = Object.entries(properties).map(([name, schema]) => [name, valueFor(schema, name, isWild)])
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: isWild ? [] : required,
  })
}

function validFor(schema: JsonSchema, name: string, isWild: boolean): fc.Arbitrary<unknown> {
  const { type, items, minItems = 0, minimum = 0, maximum = 100, pattern = '' } = schema
  const choices = schema.anyOf ?? schema.oneOf
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (choices) return fc.oneof(...choices.map(choice => valueFor(choice, name, isWild)))
  if (schema.properties) return objectFor(schema, isWild)
  if (items) {
    const item = valueFor(items, name.replace(/s$/, ''), isWild)
    return fc.array(item, { minLength: minItems, maxLength: Math.max(minItems, 4) })
  }
  const isNumber = type === 'integer' || type === 'number'
  if (isNumber && name in numbers) return fc.constantFrom(...(numbers[name] ?? []))
  // The fixture has about so many of everything, and what a run adds comes next.
  if (isNumber && /id$/i.test(name)) return fc.integer({ min: 1, max: 25 })
  if (isNumber)
    return fc.integer({ min: Math.max(minimum, 0), max: Math.max(minimum, Math.min(maximum, 100)) })
  if (type === 'boolean') return fc.boolean()
  if (type !== 'string') return fc.oneof(text, anyValue)
  if (/id$/i.test(name) && /^\^(\\d|\[1-9\])/.test(pattern))
    return fc.oneof(
      fc.constantFrom('{me}', '{me}'),
      fc.integer({ min: 1, max: 25 }).map(id => `${id}`),
    )
  if (name in texts) return fc.constantFrom(...(texts[name] ?? []))
  return pattern ? fc.stringMatching(new RegExp(pattern)) : text
}

const words = (text: string) => text.split('|')

const numbers: Record<string, unknown[]> = {
  latitude: [35.46, 35.5, 0, -90, 90],
  longitude: [-82.53, -82.5, 0, 180],
}

/**
 * Texts by the name of their field, for the rules that no schema tells. `{token:0}` and the like are replaced when the
 * request is sent: see `send-request.ts`.
 */
const passwords = [testPassword, testPassword, 'another horse']
const texts: Record<string, string[]> = {
  email: ['fuzz{new}@example.org', '{email}', 'person3@example.org', 'nobody@example.org'],
  username: ['fuzz{new}'],
  password: passwords,
  newPassword: passwords,
  confirmPassword: passwords,
  currentPassword: [testPassword],
  campusCode: ['arden', 'brevard'],
  code: ['c{new}'],
  // Of a campus, in a path.
  id: ['arden', 'brevard'],
  department: [...departments],
  token: ['{token:0}', '{token:1}', '{calendar:0}'],
  filename: ['{file:0}', '{file:1}'],
  hash: ['{image:0}', '{image:3}'],
  leavesAt: ['{in:90}', '{in:45}', '{in:1500}', '{in:3}'],
  decidesAt: ['{in:30}', '{in:60}', '{in:2}'],
  expiresAt: ['{in:60000}', '{day:30}'],
  expectedUpdatedAt: ['2026-01-02T03:04:05.678Z', '{in:0}'],
  date: ['{day:0}', '{day:-1}', '{day:-29}', '{day:7}'],
  endsOn: ['{day:30}'],
  from: ['{day:-5}', '2026-01-01'],
  to: ['{day:0}', '{in:0}'],
  start: ['11:00', '22:00', '24:00'],
  end: ['14:00', '02:00', '24:00'],
  role: ['user', 'admin', 'super-user', 'superuser'],
  value: ['true', 'false', '12', 'example.org', 'Welcome'],
  url: ['https://chat.invalid/services/{new}', 'https://hooks.slack.com/'],
  websiteUrl: ['https://restaurant.invalid/', 'http://127.0.0.1:9/menu'],
  endpoint: ['https://fcm.googleapis.com/fcm/send/{new}'],
  next: ['/lunches', '//example.org', '/auth', 'https://example.org'],
  exclude: ['1,2', '25'],
  restaurantIds: ['1,2', '999'],
  address: ['1 Main Street, Arden, NC', '12 Side Street'],
  radius: ['5', '1.5', '10000'],
  osmId: ['node/123', 'way/7', 'relation/1'],
  yelpId: ['soup-1', 'soup-2', 'gone'],
}

const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('Soup', 'Söhne’s', 'Bring a bowl', 'Care', '11 AM - 9 PM') },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 30 }) },
)

// Includes unpaired surrogates; most of these characters are not in use.
const halfCharacter = fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code))

// None of these may look like internals of the server, because responses repeat what was saved.
const hostile = [
  ...words('\0|a\0b|\r\nx: y|\u2028|\u202e|\ufeff|🍲|\ud800|x\udc00|e\u0301| ||%|%_\\|%00|../..|$1|{{7*7}}'),
  ...words(`'|' or 1=1 --|"|\\|=1+1|<b>|null|undefined|NaN|true|1e3|0x10|٣|-1|1.5|__proto__|constructor`),
  ...words('25:00|2026-02-30|9999-12-31T23:59:59.999Z|0000-01-01|2026-13-01T00:00:00Z|ARDEN|a@b'),
  ...words('javascript:alert(1)|http://[::1]:1/|https://x:y@example.invalid'),
  ...[`${'a'.repeat(250)}@x.org`, 'x'.repeat(101), 'x'.repeat(5_000), '🍲'.repeat(200)],
]
export const hostileText = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: halfCharacter, maxLength: 40 }),
)

/** Anything that JSON can say. Texts such as `#1e400` are sent as numbers, because JavaScript has none of them. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      ...[0, -1, 1.5, 1e21, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 5e-324, -(2 ** 31) - 1],
      ...['#-0', '#1e400', '#-1e400', '#0.1e-400', `#${'9'.repeat(400)}`, '#1.0', '#1e2'],
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom(null, true, [], {}, [null], { $ne: 1 }, { length: 3 }, [[[[]]]]) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 3 }).map(json => JSON.parse(json) as unknown) },
)

export const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

import type { Endpoint } from '#contract/endpoint.ts'
import type { Person } from './client.ts'

type Random = (below: number) => number

/** A request to any of the calls, by any of the people, with values that nobody would think of. */
export function requestFor(calls: Endpoint[], people: (Person | null)[], random: Random) {
  const endpoint = pick(calls, random)
  const { method, path } = endpoint
  const headers: Record<string, string> = {}
  const who = pick(people, random)
  if (who) headers.cookie = who.cookie
  const filled = path.replaceAll(/:\w+/g, () => encodeURIComponent(String(pick(pathValues, random))))
  const query =
    random(4) === 0
      ? `?${pick(fieldNames, random)}=${encodeURIComponent(String(pick(values, random)).toWellFormed())}`
      : ''
  const body = method === 'GET' ? undefined : bodyOf(endpoint, headers, random)
  return { path: filled + query, init: { method, headers, ...(body !== undefined && { body }) } }
}

function bodyOf(endpoint: Endpoint, headers: Record<string, string>, random: Random) {
  const { upload } = endpoint
  if (upload && random(3) > 0) {
    const form = new FormData()
    const name = random(5) === 0 ? 'other' : upload.field
    form.append(name, new Blob([String(pick(values, random)).repeat(1 + random(50))]), 'file')
    if (random(2) === 0) form.append(String(pick(fieldNames, random)), String(pick(values, random)))
    return form
  }
  headers['content-type'] = random(20) === 0 ? pick(strangeTypes, random) : 'application/json'
  if (random(15) === 0) return pick(brokenBodies, random)
  return JSON.stringify(random(20) === 0 ? pick(values, random) : fieldsFor(endpoint, random))
}

/** Most of the fields that the call has, with values that are mostly right, and now and then one that nobody asked for. */
function fieldsFor({ body }: Endpoint, random: Random): object {
  const { shape = {} } = (body as { def?: { shape?: object } } | undefined)?.def ?? {}
  // Half of them are meant well, so that they get far.
  const isEarnest = random(2) === 0
  const known = Object.keys(shape).filter(() => isEarnest || random(8) > 0)
  const names = !isEarnest && random(2) === 0 ? [...known, pick(fieldNames, random)] : known
  const choose = (name: string) => {
    if (!isEarnest && random(3) === 0) return pick(values, random)
    if (/email/i.test(name)) return `fuzz${random(1_000)}@example.org`
    return Object.hasOwn(plausible, name) ? plausible[name] : pick(values, random)
  }
  return Object.fromEntries(names.map(name => [name, choose(name)]))
}

const pick = <T>(items: readonly T[], random: Random): T => items[random(items.length)] as T

const pathValues = [
  1,
  2,
  3,
  5,
  0,
  -1,
  2_147_483_648,
  'arden',
  'x',
  '',
  '../..',
  '\0',
  '%',
  '’',
  'a'.repeat(400),
]
const values = [
  ...[1, 2, 3, 5, 0, -1, 1.5, 1e308, 2_147_483_648, true, false, null, '', ' ', 'user', 'super-user', 'true'],
  ...[
    'arden',
    'Care',
    'example.org',
    'nobody@example.org',
    'https://example.org',
    'javascript:alert(1)',
    '$$',
  ],
  ...[
    "'; drop table users; --",
    '%_\\',
    '\0',
    '\r\nx: y',
    '\u2028',
    '🍲',
    '\ud800',
    'x'.repeat(5_000),
    '2026-01-01',
  ],
  ...[
    [],
    [1, 2, 3],
    [null],
    {},
    { $ne: 1 },
    { id: 1 },
    [[[[]]]],
    '__proto__',
    'name,address\n"a,b',
    '5.0',
    '1e3',
  ],
]
const fieldNames = [
  ...[
    'id',
    'ids',
    'kind',
    'name',
    'title',
    'message',
    'severity',
    'isActive',
    'email',
    'password',
    'role',
    'canLogin',
  ],
  ...[
    'firstName',
    'lastName',
    'username',
    'campusCode',
    'code',
    'department',
    'restaurantId',
    'restaurantIds',
  ],
  ...[
    'value',
    'comment',
    'price',
    'hours',
    'cuisine',
    'address',
    'latitude',
    'longitude',
    'distance',
    'disabled',
  ],
  ...[
    'token',
    'newPassword',
    'confirmPassword',
    'currentPassword',
    'includeImages',
    'key',
    'limit',
    'offset',
    'search',
  ],
  ...[
    'sort',
    'order',
    'preview',
    'userId',
    'action',
    'term',
    'location',
    'radius',
    'constructor',
    '__proto__',
  ],
]
const plausible: Record<string, unknown> = {
  ...{
    firstName: 'Fuzz',
    lastName: 'Sample',
    password: 'correct horse',
    campusCode: 'arden',
    department: 'Care',
  },
  ...{
    restaurantId: 2,
    userId: 3,
    value: 4,
    comment: 'Línea',
    restaurantIds: [1, 2, 3],
    ids: [4, 5],
    kind: 'rating',
  },
  ...{
    name: 'Soup',
    address: '1 Main Street',
    title: 'Soup day',
    message: 'Bring a bowl',
    severity: 'info',
    role: 'user',
  },
  ...{
    latitude: 35.5,
    longitude: -82.5,
    distance: 2,
    code: 'new',
    includeImages: false,
    disabled: true,
    price: '$$',
  },
}
const strangeTypes = [
  'text/plain',
  'application/xml',
  'multipart/form-data',
  'application/json; charset=x',
  'x',
]
const brokenBodies = ['{', '{"a":', 'null', '"', '[1,', '\u0000', '{"__proto__":{"a":1}}', '['.repeat(20_000)]

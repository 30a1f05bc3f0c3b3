import fc from 'fast-check'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Access } from '#kit/rules/roles.ts'
import { type JsonSchema, schemaOf } from '#tests/support/samples/values.ts'
import type { FakeMode } from '#tests/support/services/fake-service.ts'
import { otherRequest } from './off-contract.ts'
import { anyValue, asText, hostileText, objectFor, valueFor } from './request-values.ts'
import type { FormPart, FuzzBody, FuzzRequest } from './send-request.ts'

/** Requests that are sent at the same time, usually just one, and well-formed in two of three cases. */
export function stepTo(endpoints: Endpoint[]): fc.Arbitrary<FuzzRequest[]> {
  const calls = endpoints.flatMap(endpoint => {
    const weight = weightOf(endpoint)
    return [
      { weight: 2 * weight, arbitrary: requestTo(endpoint, false) },
      { weight, arbitrary: requestTo(endpoint, true) },
    ]
  })
  const other = { weight: endpoints.length, arbitrary: otherRequest(endpoints) }
  const request = fc.oneof(...calls, other)
  const together = fc.array(request, { minLength: 2, maxLength: 6 })
  return fc.oneof({ weight: 12, arbitrary: fc.tuple(request) }, { weight: 1, arbitrary: together })
}

// Calls that delete everything, or take a second each, would otherwise dominate a run.
function weightOf({ method, path }: Endpoint): number {
  if (/bulk-delete|restore\/|backup$|backup\/upload/.test(path) && method !== 'GET') return 1
  return /login|register|password/.test(path) ? 3 : 6
}

/** A request to one call: well-formed, or with something unexpected in it. */
export function requestTo(endpoint: Endpoint, isWild: boolean): fc.Arbitrary<FuzzRequest> {
  const { method, path, access } = endpoint
  const who = fc.constantFrom(...whoMay[access], ...(isWild ? whoMay.public : []))
  const parts = fc.record({
    as: who,
    path: pathTo(endpoint, isWild),
    query: queryFor(endpoint, isWild),
    headers: isWild ? fc.array(fc.constantFrom(...headers), { maxLength: 2 }) : fc.constant([]),
    body: method === 'GET' ? fc.constant(null) : bodyFor(endpoint, isWild),
    services: asksServices(path) ? fc.constantFrom(...serviceModes) : fc.constant('normal' as const),
  })
  return parts.map(({ as, path: filled, query, headers, body, services }) => ({
    as,
    call: `${method} ${path}`,
    method,
    path: filled + query,
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(body && { body }),
    ...(services !== 'normal' && { services }),
  }))
}

/** Whether a call asks other services, so that it may fail with them. */
export const asksServices = (path: string) =>
  /^\/api\/(yelp|osm|imports|calculate-distance|admin\/campuses\/:id\/webhook)/.test(path)

const serviceModes: FakeMode[] = [
  ...(['normal', 'normal', 'normal', 'refuse connections', 'web page', 'truncated'] as const),
  ...(['empty object', 'wrong types', 'redirect', '401', '429', '500'] as const),
]

const whoMay: Record<Access, readonly FuzzRequest['as'][]> = {
  public: ['visitor', 'user', 'stale'],
  user: ['user', 'admin', 'primary'],
  admin: ['admin', 'super-user'],
  'super-user': ['super-user', 'primary'],
}

function pathTo({ path, params }: Endpoint, isWild: boolean): fc.Arbitrary<string> {
  const { properties = {} } = schemaOf(params)
  const hostile = fc.oneof(
    hostileText.map(text => encodeURIComponent(text.toWellFormed())),
    fc.constantFrom('0', '-1', '2147483648', '9007199254740993', '%zz', '%'),
  )
  const parts = path.split('/').map(part => {
    const [, name = '', rest = ''] = /^:(\w+)(.*)$/.exec(part) ?? []
    if (name === '') return fc.constant(part)
    const valid = valueFor(properties[name] ?? { type: 'string' }, name, false).map(value =>
      encoded(asText(value)),
    )
    const value = isWild
      ? fc.oneof({ weight: 2, arbitrary: valid }, { weight: 1, arbitrary: hostile })
      : valid
    return value.map(filled => filled + rest)
  })
  return fc.tuple(...parts).map(filled => filled.join('/'))
}

function queryFor({ query }: Endpoint, isWild: boolean): fc.Arbitrary<string> {
  const unknown = fc.tuple(
    fc.constantFrom('id', '__proto__', 'a[]', 'limit', '', 'search', 'x'.repeat(3_000)),
    anyValue,
  )
  const more = isWild ? fc.array(unknown, { maxLength: 2 }) : fc.constant([])
  return fc.tuple(objectFor(schemaOf(query), isWild), more).map(([values, others]) => {
    const pairs = [...Object.entries(values), ...others]
    const text = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encoded(asText(value))}`)
    return text.length === 0 ? '' : `?${text.join('&')}`
  })
}

// Except what is replaced when the request is sent.
const encoded = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replaceAll(/%7B(\w+)(?:%3A(-?\d+))?%7D/g, (_, kind, number) =>
    number === undefined ? `{${kind}}` : `{${kind}:${number}}`,
  )

function bodyFor({ upload, body }: Endpoint, isWild: boolean): fc.Arbitrary<FuzzBody | null> {
  const schema = schemaOf(body)
  if (upload) {
    const form = formFor(upload.field, schema, isWild)
    return isWild ? fc.oneof({ weight: 5, arbitrary: form }, { weight: 1, arbitrary: brokenBody }) : form
  }
  if (!isWild) return body ? valueFor(schema, '', false).map(json => ({ json })) : fc.constant(null)
  const extra = fc.constantFrom({}, { id: 1 }, { isPrimaryAdmin: true }, { constructor: 1 })
  const fields = fc
    .tuple(valueFor(schema, '', true), extra)
    .map(([json, more]) => ({ json: isObject(json) ? { ...json, ...more } : json }))
  return fc.oneof(
    // The first choice, so that shrinking removes a body that did not cause the failure.
    { withCrossShrink: true },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 12, arbitrary: fields },
    { weight: 2, arbitrary: brokenBody },
  )
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const brokenBody: fc.Arbitrary<FuzzBody> = fc.oneof(
  fc.record({
    text: fc.constantFrom(
      ...['', '{', '{"a":', 'null', '"', '[1,', '\0', '\ufeff{}', '{"__proto__":{"a":1}}', '{"a":1}{"a":2}'],
      ...[
        '{"constructor":{"prototype":{"a":1}}}',
        '{"name":"\\ud800"}',
        '{"id":1,"id":{}}',
        'NaN',
        "{'a':1}",
      ],
      ...['a=1&b=2', '<a/>', '--x', '{"id":01}', '{"a":"\\u00"}', '\u00ff\u00fe'],
    ),
    type: fc.constantFrom(
      ...['application/json', 'application/json', 'text/plain', 'multipart/form-data', 'x', ''],
    ),
  }),
  fc.record({
    text: fc.constantFrom('[', '{"a":', ' ', '"x",', '{"name":"x"},'),
    times: fc.constantFrom(2_000, 20_000, 60_000),
  }),
  anyValue.map(json => ({ json })),
)

const files = [
  ...['picture.png', 'picture.jpg', 'places.csv', 'ratings.csv', 'backup', 'empty', 'text', 'bomb.png'],
]
const filesOf: Record<string, string[]> = { file: ['places.csv', 'ratings.csv'], backupFile: ['backup'] }

function formFor(field: string, schema: JsonSchema, isWild: boolean): fc.Arbitrary<FuzzBody> {
  const right = filesOf[field] ?? ['picture.png', 'picture.jpg']
  const file = fc
    .constantFrom(...(isWild ? files : right))
    .map((name): FormPart => ({ name: field, file: name }))
  const fields = objectFor(schema, isWild).map(values =>
    Object.entries(values).map(([name, value]): FormPart => ({ name, text: asText(value) })),
  )
  const good = fc.tuple(fields, file).map(([parts, part]) => [...parts, part])
  if (!isWild) return good.map(form => ({ form }))
  const more: fc.Arbitrary<FormPart> = fc.oneof(
    fc.record({ name: fc.constantFrom(field, 'other', '', '__proto__', 'a"b'), text: hostileText }),
    fc.record({ name: fc.constantFrom(field, 'other'), file: fc.constantFrom(...files) }),
  )
  const extra = fc.array(more, { maxLength: 3 })
  return fc.tuple(good, extra).map(([parts, others]) => ({ form: [...parts, ...others] }))
}

const headers = [
  ...['accept-encoding: gzip', 'if-none-match: *', 'if-modified-since: yesterday', 'range: bytes=5-1,-,x'],
  ...[
    'range: bytes=0-1',
    'origin: https://evil.invalid',
    'authorization: Basic %%%',
    'authorization: Bearer x',
  ],
  ...[
    'x-forwarded-for: ::1, x, 300.1.1.1',
    'x-forwarded-host: evil.invalid',
    'x-http-method-override: DELETE',
  ],
  ...['expect: 100-continue', 'cookie: session=x; session=y; =; a', `cookie: session=${'%'.repeat(3_000)}`],
  ...[`x-request-id: ${'x\u00ff'.repeat(99)}`, `user-agent: ${'x'.repeat(6_000)}`, 'last-event-id: -1'],
  ...['content-type: text/plain', 'content-type: application/json; charset=x', 'content-encoding: gzip'],
].map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const)

import fc from 'fast-check'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Access } from '#domain/roles.ts'
import { bodyFor } from './fuzz-bodies.ts'
import { offContractRequest } from './fuzz-off-contract.ts'
import { type FuzzRequest, type FuzzStep, nounOf, type Who } from './fuzz-request.ts'
import { asText, schemaOf, strangeText, strangeValue, valueFor } from './fuzz-values.ts'

/** A step: usually one request to a call of the contract, well-formed in two of three cases. */
export function stepTo(endpoints: Endpoint[]): fc.Arbitrary<FuzzStep> {
  const calls = endpoints.flatMap(endpoint => {
    const weight = weightOf(endpoint)
    return [
      { weight: 2 * weight, arbitrary: requestTo(endpoint, false) },
      { weight, arbitrary: requestTo(endpoint, true) },
    ]
  })
  const request = fc.oneof(...calls, {
    weight: Math.ceil(endpoints.length / 3),
    arbitrary: offContractRequest(endpoints),
  })
  const one = request.map(made => [made])
  return fc.oneof(
    { weight: 12, arbitrary: one },
    { weight: 1, arbitrary: fc.array(request, { minLength: 1, maxLength: 6 }) },
  )
}

// Calls that delete everything, or take a second each, would otherwise dominate a run.
function weightOf({ method, path }: Endpoint): number {
  if (/bulk-delete|restore\/|backup$|backup\/upload/.test(path) && method !== 'GET') return 1
  return /login|register|password/.test(path) ? 3 : 6
}

/** A request to one call: well-formed, or with something unexpected in it. */
export function requestTo(endpoint: Endpoint, isWild: boolean): fc.Arbitrary<FuzzRequest> {
  const { method } = endpoint
  const parts = fc.record({
    as: whoFor(endpoint.access, isWild),
    path: pathTo(endpoint, isWild),
    query: queryFor(endpoint, isWild),
    headers: isWild ? strangeHeaders : fc.constant({}),
    body: bodyFor(endpoint, isWild),
  })
  return parts.map(({ as, path, query, headers, body }) => ({
    as,
    call: `${method} ${endpoint.path}`,
    method,
    path: path + query,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(body && { body }),
  }))
}

const whoMay: Record<Access, readonly Who[]> = {
  everyone: ['visitor', 'user', 'stale'],
  user: ['user', 'admin', 'primary'],
  admin: ['admin', 'super-user'],
  'super-user': ['super-user', 'primary'],
}

const whoFor = (access: Access, isWild: boolean): fc.Arbitrary<Who> =>
  isWild
    ? fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...whoMay[access]) },
        {
          weight: 1,
          arbitrary: fc.constantFrom<Who>('visitor', 'user', 'admin', 'super-user', 'primary', 'stale'),
        },
      )
    : fc.constantFrom(...whoMay[access])

function pathTo({ path }: Endpoint, isWild: boolean): fc.Arbitrary<string> {
  const parts = path.split('/')
  const filled = parts.map((part, index) => {
    if (!part.startsWith(':')) return fc.constant(part)
    const rest = part.replace(/^:\w+/, '')
    const noun = nounOf(parts[index - 1] ?? '')
    const real = fc.nat(9).map(back => `{${noun}:${back}}`)
    const own =
      noun === 'users' && !path.includes('/admin/') ? [{ weight: 3, arbitrary: fc.constant('{me:0}') }] : []
    const strange = strangeText.map(text => encodeURIComponent(text.toWellFormed()))
    const odd = fc.oneof(
      strange,
      fc.constantFrom('0', '-1', '2147483647', '2147483648', '9007199254740993', '%zz', '%'),
    )
    return fc
      .oneof({ weight: 4, arbitrary: real }, ...own, ...(isWild ? [{ weight: 2, arbitrary: odd }] : []))
      .map(value => value + rest)
  })
  return fc.tuple(...filled).map(values => values.join('/'))
}

function queryFor({ query }: Endpoint, isWild: boolean): fc.Arbitrary<string> {
  const { properties = {}, required = [] } = schemaOf(query) ?? {}
  const pair = ([name, schema]: [string, Parameters<typeof valueFor>[0]]) =>
    valueFor(schema, name, isWild).map(value => [name, value] as const)
  const known = Object.entries(properties).map(entry =>
    required.includes(entry[0]) && !isWild ? pair(entry) : fc.option(pair(entry), { freq: 1 }),
  )
  const unknown = fc.tuple(
    fc.constantFrom('id', '__proto__', 'a[]', 'limit', '', 'search', 'x'.repeat(3_000)),
    strangeValue,
  )
  const more = isWild ? fc.array(unknown, { maxLength: 2 }) : fc.constant([])
  return fc.tuple(fc.tuple(...known), more).map(([pairs, others]) => {
    const given = [...pairs.filter(one => one !== null), ...others]
    const text = given.map(([name, value]) => `${encodeURIComponent(name)}=${encoded(value)}`).join('&')
    return text === '' ? '' : `?${text}`
  })
}

// References are kept unencoded, because they are replaced later.
const encoded = (value: unknown) =>
  encodeURIComponent(asText(value).toWellFormed()).replaceAll(/%7B([a-z-]+)%3A(\d+)%7D/g, '{$1:$2}')

const strangeHeaders: fc.Arbitrary<Record<string, string>> = fc
  .array(
    fc.constantFrom<[string, string]>(
      ...([
        ['accept-encoding', 'br'],
        ['accept-encoding', 'gzip;q=0, *;q=1, x'],
        ['if-none-match', '*'],
        ['if-none-match', 'W/"x"'],
        ['if-modified-since', 'yesterday'],
        ['range', 'bytes=0-1'],
        ['range', 'bytes=5-1,-,x'],
        ['origin', 'https://evil.invalid'],
        ['origin', 'null'],
        ['authorization', 'Basic %%%'],
        ['authorization', 'Basic cGVyc29uMzpjb3JyZWN0IGhvcnNl'],
        ['authorization', 'Bearer x'],
        ['x-forwarded-for', '::1, x, 300.1.1.1'],
        ['x-forwarded-host', 'evil.invalid'],
        ['x-request-id', 'x\u00ff'.repeat(99)],
        ['x-http-method-override', 'DELETE'],
        ['expect', '100-continue'],
        ['cookie', 'session=x; session=y; =; a'],
        ['cookie', `session=${'%'.repeat(3_000)}`],
        ['user-agent', 'x'.repeat(6_000)],
        ['accept', 'text/html'],
        ['content-type', 'text/plain'],
        ['content-type', 'application/json; charset=x'],
        ['content-type', 'application/x-www-form-urlencoded'],
        ['content-encoding', 'gzip'],
        ['last-event-id', '-1'],
      ] satisfies [string, string][]),
    ),
    { maxLength: 2 },
  )
  .map(pairs => Object.fromEntries(pairs))

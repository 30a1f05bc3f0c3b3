import fc from 'fast-check'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { FuzzRequest } from './send-request.ts'

/** Requests outside the contract: other paths and methods, forms of a sign-on, and what is hardly HTTP at all. */
export function otherRequest(endpoints: Endpoint[]): fc.Arbitrary<FuzzRequest> {
  const as = fc.constantFrom<FuzzRequest['as']>('visitor', 'user', 'super-user', 'stale')
  const files = '/ /index.html /auth /admin/users /healthz /readyz /metrics /sw.js /assets/x.js /favicon.ico'
  const others = '/manifest.webmanifest /api /api/ /api/nothing /api/docs /api/docs/json /api/openapi.json'
  const paths = endpoints.map(endpoint => endpoint.path.replaceAll(/:\w+/g, '1'))
  const path = fc.constantFrom(...paths, ...`${files} ${others}`.split(' '))
  const method = fc.constantFrom(...'GET HEAD OPTIONS PUT POST PATCH DELETE PROPFIND'.split(' '))
  const query = fc.constantFrom('code=x&state=y', 'error=access_denied&state=x', 'code=%00&state=a&state=b')
  const signOn = query.map(
    (text): FuzzRequest => ({
      as: 'visitor',
      method: 'POST',
      path: `/api/oidc/callback?${text}`,
      body: { text, type: 'application/x-www-form-urlencoded' },
    }),
  )
  const raw = fc
    .tuple(as, path, targets, versions, heads, bodies)
    .map(([who, to, rest, version, head, body]): FuzzRequest => {
      const text = `${body === '' ? 'GET' : 'POST'} ${to}${rest}${version}\r\n${common}${head}\r\n${body}`
      return { as: who, method: 'RAW', path: to, raw: text }
    })
  return fc.oneof<fc.MaybeWeightedArbitrary<FuzzRequest>[]>(
    { weight: 3, arbitrary: fc.record({ as, path, method }) },
    { weight: 1, arbitrary: signOn },
    { weight: 4, arbitrary: raw },
    { weight: 1, arbitrary: noHttp.map(text => ({ as: 'visitor', method: 'RAW', path: '/', raw: text })) },
  )
}

// The first of each is usual.
const common = 'Host: x\r\nCookie: {cookie}\r\nConnection: close\r\nContent-Type: application/json\r\n'
const targets = fc.constantFrom(
  ...['', '', '', '/../../../etc/passwd', '/..%2f..%2f..%2fpackage.json', '%00', '%c0%ae%ff', '\xff\xfe'],
  ...['#x', '\\..\\x', '//?', `?${'a=1&'.repeat(3_000)}`, `/${'x'.repeat(20_000)}`],
)
const versions = fc.constantFrom(...[' HTTP/1.1', ' HTTP/1.1', ' HTTP/1.1', ' HTTP/1.0', ' HTTP/9.9', ''])
const heads = fc.constantFrom(
  ...['', 'Host: y\r\n', 'X: y\r\n'.repeat(1_500), 'no colon here\r\n', 'X: \x00\x01\r\n'],
  ...['-1', '2', '500', '9'.repeat(20)].map(length => `Content-Length: ${length}\r\n`),
  ...['chunked', 'gzip'].map(encoding => `Transfer-Encoding: ${encoding}\r\n`),
  ...['Expect: nonsense\r\n', 'Upgrade: websocket\r\nConnection: Upgrade\r\n'],
)
const bodies = fc.constantFrom(
  ...['', '', '{}', '{"a":', '2\r\n{}\r\n0\r\n\r\n', 'zz\r\n{}\r\n0\r\n\r\n'],
  ...[`2;${'x'.repeat(20_000)}\r\n{}`, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'],
)
const noHttp = fc.constantFrom(
  ...['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '\0\0\0\0'],
  ...['OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n', 'CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
)

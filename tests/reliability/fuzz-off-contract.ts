import fc from 'fast-check'
import type { Endpoint } from '#contract/endpoint.ts'
import type { FuzzRequest, Who } from './fuzz-request.ts'

/** Requests outside the contract: other paths, methods and form bodies, and what is not HTTP at all. */
export function offContractRequest(endpoints: Endpoint[]): fc.Arbitrary<FuzzRequest> {
  const paths = [
    ...endpoints.map(({ path }) => path.replaceAll(/:\w+/g, '1')),
    ...[
      '/',
      '/index.html',
      '/auth',
      '/admin/users',
      '/healthz',
      '/readyz',
      '/metrics',
      '/manifest.webmanifest',
      '/sw.js',
    ],
    ...[
      '/api',
      '/api/',
      '/api/nothing',
      '/api/docs',
      '/api/docs/json',
      '/api/openapi.json',
      '/assets/x.js',
      '/favicon.ico',
    ],
  ]
  const path = fc.constantFrom(...paths)
  const who = fc.constantFrom<Who>('visitor', 'user', 'super-user', 'stale')
  const otherMethod = fc.record<FuzzRequest>(
    {
      as: who,
      method: fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE', 'PROPFIND'),
      path,
    },
    { requiredKeys: ['as', 'method', 'path'] },
  )
  const form = fc.constantFrom('state=x&code=y', 'code=%00&state=', 'a[b]=1', '').map(
    (text): FuzzRequest => ({
      as: 'visitor',
      method: 'POST',
      path: '/api/oidc/callback',
      body: { text, type: 'application/x-www-form-urlencoded' },
    }),
  )
  const callback = fc
    .constantFrom('code=x&state=y', 'error=access_denied&state=x', 'iss=x', 'code=%00', 'state=a&state=b', '')
    .map((query): FuzzRequest => ({ as: 'visitor', method: 'GET', path: `/api/oidc/callback?${query}` }))
  const raw = fc
    .tuple(who, path, fc.constantFrom(...rawForms))
    .map(([as, to, make]): FuzzRequest => ({ as, method: 'RAW', path: to, raw: make(to) }))
  return fc.oneof(
    { weight: 3, arbitrary: otherMethod },
    { weight: 1, arbitrary: form },
    { weight: 1, arbitrary: callback },
    { weight: 4, arbitrary: raw },
  )
}

const head = 'Host: x\r\nCookie: {cookie:0}\r\nConnection: close\r\n'
const json = 'Content-Type: application/json\r\n'

const rawForms: ((path: string) => string)[] = [
  path => `GET ${path} HTTP/1.1\r\n${head}\r\n`,
  path => `GET ${path}/../../../etc/passwd HTTP/1.1\r\n${head}\r\n`,
  path => `GET /..%2f..%2f..%2fpackage.json?${path} HTTP/1.1\r\n${head}\r\n`,
  path => `GET /%2e%2e/%2e%2e${path} HTTP/1.1\r\n${head}\r\n`,
  path => `GET //${path}//? HTTP/1.1\r\n${head}\r\n`,
  path => `GET ${path}%00 HTTP/1.1\r\n${head}\r\n`,
  path => `GET ${path}%c0%ae%ff HTTP/1.1\r\n${head}\r\n`,
  path => `GET ${path}\xff\xfe HTTP/1.1\r\n${head}\r\n`,
  path => `GET ${path}\\..\\x HTTP/1.1\r\n${head}\r\n`,
  path => `GET ${path}?${'a=1&'.repeat(3_000)} HTTP/1.1\r\n${head}\r\n`,
  path => `GET ${path}/${'x'.repeat(20_000)} HTTP/1.1\r\n${head}\r\n`,
  path => `GET http://evil.invalid${path} HTTP/1.1\r\n${head}\r\n`,
  path => `GET ${path}#x HTTP/1.1\r\n${head}\r\n`,
  () => `OPTIONS * HTTP/1.1\r\n${head}\r\n`,
  () => `CONNECT example.org:443 HTTP/1.1\r\n${head}\r\n`,
  path => `TRACE ${path} HTTP/1.1\r\n${head}\r\n`,
  path => `get ${path} HTTP/1.1\r\n${head}\r\n`,
  path => `GET ${path} HTTP/1.0\r\nCookie: {cookie:0}\r\n\r\n`,
  path => `GET ${path} HTTP/9.9\r\n${head}\r\n`,
  path => `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`,
  path => `GET ${path}\r\n\r\n`,
  path => `GET ${path} HTTP/1.1\r\n${head}Host: y\r\n\r\n`,
  path => `GET ${path} HTTP/1.1\r\n${head}X: ${'x'.repeat(40_000)}\r\n\r\n`,
  path => `GET ${path} HTTP/1.1\r\n${head}${'X: y\r\n'.repeat(1_500)}\r\n`,
  path => `GET ${path} HTTP/1.1\r\n${head}no colon here\r\n\r\n`,
  path => `GET ${path} HTTP/1.1\r\n${head}X: \x00\x01\r\n\r\n`,
  path =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: eA==\r\n\r\n`,
  path => `POST ${path} HTTP/1.1\r\n${head}${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  path => `POST ${path} HTTP/1.1\r\n${head}${json}Content-Length: -1\r\n\r\n{}`,
  path => `POST ${path} HTTP/1.1\r\n${head}${json}Content-Length: 99999999999999999999\r\n\r\n{}`,
  path => `POST ${path} HTTP/1.1\r\n${head}${json}Content-Length: 500\r\n\r\n{"a":`,
  path => `POST ${path} HTTP/1.1\r\n${head}${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
  path => `POST ${path} HTTP/1.1\r\n${head}${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  path => `POST ${path} HTTP/1.1\r\n${head}${json}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  path =>
    `POST ${path} HTTP/1.1\r\n${head}${json}Transfer-Encoding: chunked\r\n\r\n2;${'x'.repeat(20_000)}\r\n{}`,
  path => `POST ${path} HTTP/1.1\r\n${head}${json}Transfer-Encoding: gzip\r\n\r\n{}`,
  path => `POST ${path} HTTP/1.1\r\n${head}${json}Expect: nonsense\r\nContent-Length: 2\r\n\r\n{}`,
  path =>
    `POST ${path} HTTP/1.1\r\n${head}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 30\r\n\r\n--x\r\nContent-Disposition: form`,
  path => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\nGET ${path} HTTP/1.1\r\n${head}\r\n`,
  () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  () => '\r\n\r\n\r\n',
  () => '\0\0\0\0',
]

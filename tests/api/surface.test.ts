// On one engine: HTTP.
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { ownReplyHeader } from '#kit/contract/own-reply.ts'
import { testPassword } from '#tests/support/people/people.ts'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp({ RATE_LIMITS: 'off' })
const visitor = app.as(null)
const port = Number(new URL(app.origin).port)

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  visitor.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
const credentials = async () => JSON.stringify({ email: (await app.user()).email, password: testPassword })

/** Sends raw text that no HTTP client would send, and returns everything that the server sends back. */
async function raw(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => undefined)
  socket.write(text)
  await Promise.race([once(socket, 'close'), once(socket, 'end')])
  socket.destroy()
  return Buffer.concat(chunks).toString('utf8')
}

/** Error codes, paths, stacks and names of components: none of them may be visible from outside. */
const leak = /FST_|SQLITE|ECONN|node_modules|\.ts\b|\bat \S+:\d+|select |insert /i

const unchanged = async () => {
  const etag = String((await visitor.fetch('/api/campuses')).headers.get('etag'))
  const reply = await visitor.fetch('/api/campuses', { headers: { 'if-none-match': etag } })
  expect(reply.status).toBe(304)
  return reply
}

describe('security headers, and the one that says that the reply is ours,', () => {
  const requests: [string, () => Promise<Response>][] = [
    ['a page (with hashes of its inline scripts) or the 404 without a build', () => visitor.fetch('/')],
    ['an API call', () => visitor.fetch('/api/campuses')],
    ['what has not changed', unchanged],
    ['a file', () => visitor.fetch('/robots.txt')],
    ['a stream', async () => app.as(await app.user()).fetch('/api/lunches/events')],
    ['a call that is a 401', () => visitor.fetch('/api/user')],
    ['a call that is a 404', () => visitor.fetch('/api/nothing')],
    ['a malformed address', () => visitor.fetch('/api/%zz')],
    ['a body that is too large', () => post('/api/login', `"${'x'.repeat(300_000)}"`)],
    ['a write from a foreign origin', () => post('/api/logout', '{}', { origin: 'https://evil.test' })],
  ]
  test.each(requests)('are sent in reply to %s [T-112 T-128]', async (_name, request) => {
    const { headers, body } = await request()
    await body?.cancel()
    expect(headers.get(ownReplyHeader)).toBe('1')
    expect(headers.get('content-security-policy')?.replaceAll(/ 'sha256-[\w+/]{43}='/g, '')).toBe(
      "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data: blob:;font-src 'self';connect-src 'self';worker-src 'self';manifest-src 'self';object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'",
    )
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.has('strict-transport-security')).toBe(false)
    expect(headers.has('x-powered-by')).toBe(false)
    expect(headers.has('access-control-allow-origin')).toBe(false)
  })

  test('allow pictures from Yelp if its search is configured', async () => {
    const policyOf = async (environment: Record<string, string>) => {
      const { headers } = await (await startApp(environment)).as(null).fetch('/api/campuses')
      return headers.get('content-security-policy')
    }
    const key = { YELP_API_KEY: 'key' }
    expect(await policyOf(key)).toContain("img-src 'self' data: blob: https://*.yelpcdn.com;")
    expect(await policyOf({ ...key, YELP_API_URL: 'http://127.0.0.1:4100/v3' })).toContain(
      "img-src 'self' data: blob: https://*.yelpcdn.com http://127.0.0.1:4100;",
    )
  })

  test('allow map tiles if they are configured', async () => {
    const tiles = await startApp({ MAP_TILE_URL: 'https://tiles.example.org:8443/{z}/{x}/{y}.png' })
    const { headers } = await tiles.as(null).fetch('/api/campuses')
    expect(headers.get('content-security-policy')).toContain(
      "img-src 'self' data: blob: https://tiles.example.org:8443;",
    )
  })

  test('require strict transport security if the public address is https [T-112]', async () => {
    const secure = await startApp({ APP_URL: 'https://lunch.example.org' })
    const { headers } = await secure.as(null).fetch('/api/campuses')
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000/)
  })
})

describe('writes from other sites', () => {
  const writes = app.app.routeTable.flatMap(({ method, url }) =>
    [method]
      .flat()
      .filter(name => !['GET', 'HEAD', 'OPTIONS'].includes(name))
      .map(name => [name, url.replaceAll(/:\w+/g, '1')] as const),
  )
  const foreign = [
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { origin: 'http://localhost:1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'http://localhost:0', 'sec-fetch-site': 'cross-site' },
  ]
  test.each(writes)('are all refused by %s %s [T-110]', async (method, path) => {
    const root = await app.primary()
    for (const headers of foreign) {
      const response = await app
        .as(root)
        .fetch(path, { method, headers: { 'content-type': 'application/json', ...headers }, body: '{}' })
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ code: 'foreign_origin' })
    }
  })

  const own: Record<string, string>[] = [
    {},
    { origin: 'http://localhost:0' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
  ]
  test.each(own)('are rejected, but those of our own pages and of scripts (%j) are not', async headers => {
    expect((await post('/api/login', await credentials(), headers)).status).toBe(200)
  })

  test('are recognized by the configured address, not by the one that the request claims [T-110]', async () => {
    const body = await credentials()
    const response = await raw(
      `POST /api/login HTTP/1.1\r\nhost: evil.test\r\nx-forwarded-host: evil.test\r\norigin: https://evil.test\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
    )
    expect(response).toMatch(/^HTTP\/1\.1 403 /)
  })

  test('are not permitted by CORS headers, nor are reads [T-113]', async () => {
    const response = await visitor.fetch('/api/login', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.test', 'access-control-request-method': 'POST' },
    })
    expect(response.status).toBe(404)
    expect([...response.headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([])
  })
})

describe('bodies', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'text/json'])(
    'of type %s are not read [T-110]',
    async type => {
      const response = await post('/api/login', await credentials(), { 'content-type': type })
      expect(response.status).toBe(415)
      expect(await response.json()).toMatchObject({ code: 'unsupported_media_type' })
    },
  )

  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  test.each([
    ['nothing', '', 400],
    ['half a JSON text', '{"email": "a@example.org', 400],
    ['a JSON string', '"hello"', 400],
    ['null', 'null', 400],
    ['a list', '[]', 400],
    ['a hundred thousand brackets', deep, 400],
    ['a hundred thousand brackets in a field', `{"email":${deep},"password":"x"}`, 400],
    ['a __proto__ field', '{"__proto__":{"role":"admin"},"email":"a@example.org","password":"x"}', 400],
    [
      'a constructor field',
      '{"constructor":{"prototype":{"polluted":true}},"email":"a@example.org","password":"x"}',
      400,
    ],
    ['257 KiB', `{"email":"${'x'.repeat(257 * 1024)}"}`, 413],
  ])('with %s get a clear error message [T-56 T-116 T-118]', async (_name, body, status) => {
    const response = await post('/api/login', body)
    const text = await response.text()
    expect([response.status, text]).toEqual([status, expect.stringMatching(/^\{"message":"[A-Z]/)])
    expect(text).not.toMatch(leak)
    expect(({} as Record<string, unknown>).polluted).toBe(undefined)
    expect((await visitor.fetch('/api/campuses')).status).toBe(200)
  })

  test('with a password of a megabyte are rejected before anything is hashed [T-09]', async () => {
    const body = JSON.stringify({ email: 'a@example.org', password: 'x'.repeat(1_000_000) })
    expect((await post('/api/login', body)).status).toBe(413)
  })
})

describe('errors', () => {
  test('name the call that does not exist', async () => {
    const response = await visitor.fetch('/api/nothing')
    const error = { message: 'There is no GET call at this address', code: 'unknown_call' }
    expect([response.status, await response.json()]).toEqual([404, error])
  })

  test.each([
    ['/api/%zz', 400],
    ['/api/system-settings/%ff', 400],
    [`/api/system-settings/${'x'.repeat(500)}`, 404],
    ['/api/user/..%2f..%2fetc%2fpasswd', 404],
    ['/api/user/x.css', 404],
    ['/api/system-settings/a%00b', 404],
    ['/api/restaurants/1%20or%201=1', 401],
  ])('at %s reveal nothing internal, and are not cached [T-114 T-116]', async (path, status) => {
    const response = await visitor.fetch(path)
    const text = await response.text()
    expect(response.status).toBe(status)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(Object.keys(JSON.parse(text))).toEqual(['message', 'code'])
    expect(text).not.toMatch(leak)
    expect(text).not.toContain('xxx')
  })
})

describe('the HTTP server', () => {
  test('has time limits for headers, requests and idle connections [T-119]', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout } = app.app.server
    expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
      headersTimeout: 15_000,
      requestTimeout: 300_000,
      keepAliveTimeout: 72_000,
    })
  })

  test.each([
    [
      'a request with two lengths',
      'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
    ],
    [
      'a request with both a length and chunks',
      'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}',
    ],
    ['a folded header', 'GET / HTTP/1.1\r\nhost: x\r\nx-a: b\r\n c\r\n\r\n'],
    ['junk', '\x16\x03\x01\x02\x00 hello\r\n\r\n'],
    ['a header of 20 KB', `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['TRACE', 'TRACE /api/user HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
  ])('rejects %s and closes the connection [T-118 T-120]', async (_name, text) => {
    const response = await raw(text)
    expect(response).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(response).not.toMatch(leak)
  })
})

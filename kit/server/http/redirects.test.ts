import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp({ RATE_LIMITS: 'off' })

test.each([
  '//evil.test',
  '//evil.test/',
  '//evil.test/..',
  '/\\evil.test',
  '/%2f%2fevil.test',
  '/%5c%5cevil.test/%2e%2e',
  '/assets//evil.test',
  '/auth?next=https://evil.test',
  'http://evil.test/auth',
])('%s does not lead to another site [T-115]', async path => {
  // Sent unchanged: `fetch` would normalize the address.
  const request = get({
    host: '127.0.0.1',
    port: new URL(app.origin).port,
    path,
    headers: { host: 'evil.test' },
  })
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  reply.resume()
  expect(reply.statusCode).not.toBe(500)
  for (const header of ['location', 'refresh', 'link']) expect(reply.headers[header]).toBeUndefined()
})

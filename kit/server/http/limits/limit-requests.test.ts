import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { handleErrors } from '#kit/server/http/errors.ts'
import { startApp } from '#tests/support/start-app.ts'
import { limitRequests } from './limit-requests.ts'

const app = await startApp()

afterEach(() => vi.useRealTimers())

test('the limit still resets within a minute when the clock is set back by an hour [D-15 T-64]', async () => {
  const secondsLeft = async () => {
    const { headers } = await app.as(null).fetch('/api/config/public')
    return Number(headers.get('x-ratelimit-reset'))
  }
  expect(await secondsLeft()).toBeLessThanOrEqual(60)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60 * 60_000 })
  expect(await secondsLeft()).toBeLessThanOrEqual(60)
})

test.each([
  ['GET', '/api/session', 200],
  ['GET', '/%61pi/session', 200],
  ['GET', '/api/favorites', 401],
  ['GET', '/api/nothing', 404],
  ['POST', '/api/nothing', 404],
])(
  '%s %s, an API call, counts toward the limit and is not cached, even if it is rejected [T-64 T-114]',
  async (method, address, status) => {
    const { status: given, headers } = await app.as(null).fetch(address, { method })
    const replied = [given, headers.get('x-ratelimit-limit'), headers.get('cache-control')]
    expect(replied).toEqual([status, '6000', 'no-store'])
  },
)

test('a page is not an API call and does not count toward the limit', async () => {
  const { headers } = await app.as(null).fetch('/')
  expect(headers.has('x-ratelimit-limit')).toBe(false)
})

test('a network that has made 6,000 calls in a minute must wait, and no other one [T-64]', async () => {
  const server = Fastify()
  handleErrors(server)
  await limitRequests(server)
  server.get('/api/calls', async () => 'ok')
  const callFrom = (remoteAddress: string) => server.inject({ url: '/api/calls', remoteAddress })
  for (let call = 1; call < 6_000; call += 1) await callFrom('192.0.2.1')
  const last = await callFrom('192.0.2.1')
  expect([last.statusCode, last.headers['x-ratelimit-remaining']]).toEqual([200, '0'])
  const refused = await callFrom('192.0.2.1')
  expect([refused.statusCode, refused.json()]).toEqual([
    429,
    { message: 'Too many requests. Please wait a moment.', code: 'too_many_requests' },
  ])
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect((await callFrom('192.0.2.2')).statusCode).toBe(200)
})

import { afterEach, expect, test, vi } from 'vitest'
import { startApp } from '#tests/support/start-app.ts'

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

import { afterEach, expect, test, vi } from 'vitest'
import { startApp } from '#server/testing/start-app.ts'

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
  ['GET', '/api/favorites', 401],
  ['POST', '/api/nothing', 404],
])('a call that is rejected for another reason counts too: %s %s [T-64]', async (method, address, status) => {
  const { status: given, headers } = await app.as(null).fetch(address, { method })
  expect([given, headers.get('x-ratelimit-limit')]).toEqual([status, '6000'])
})

import { expect, test } from 'vitest'
import { startApp } from '#server/testing/start-app.ts'

const app = await startApp()

test.each(['/api/session', '/%61pi/session', '/api/nothing'])(
  '%s is an API call: not cached, and counted toward the limit [T-64]',
  async address => {
    const { headers } = await app.as(null).fetch(address)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-ratelimit-limit')).toBe('6000')
  },
)

test('a page is not an API call and does not count toward the limit', async () => {
  const { headers } = await app.as(null).fetch('/')
  expect(headers.has('x-ratelimit-limit')).toBe(false)
})

// On one engine: memory.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTtlCache } from './ttl-cache.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function counted() {
  let loads = 0
  return createTtlCache(5_000, async () => {
    loads += 1
    return loads
  })
}

test('all readers share a loaded value until it expires', async () => {
  const number = counted()
  expect(await Promise.all([number.read(), number.read(), number.read()])).toEqual([1, 1, 1])
  vi.advanceTimersByTime(4_999)
  expect(await number.read()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await number.read()).toBe(2)
})

test('an invalidated value is loaded again, even while the old one is still loading', async () => {
  const loading: ((value: string) => void)[] = []
  const text = createTtlCache(5_000, () => new Promise<string>(resolve => loading.push(resolve)))
  const before = text.read()
  text.invalidate()
  const after = text.read()
  loading[1]?.('new')
  loading[0]?.('old')
  expect(await Promise.all([before, after, text.read()])).toEqual(['old', 'new', 'new'])
})

test('a failure is not cached', async () => {
  let fails = true
  const reply = createTtlCache(5_000, async () => {
    if (fails) throw new Error('no connection')
    return 'here'
  })
  await expect(reply.read()).rejects.toThrow('no connection')
  fails = false
  expect(await reply.read()).toBe('here')
})

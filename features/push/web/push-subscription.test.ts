import { afterEach, expect, test, vi } from 'vitest'
import { subscribe, unsubscribe } from './push-subscription.ts'

/* What browsers without a push service do, and those whose question no one sees. */

const never = () => new Promise<never>(() => undefined)
const fails = async () => {
  throw new DOMException('Registration failed - push service error', 'AbortError')
}
type Fake = { ask?: () => Promise<string>; register?: () => Promise<unknown>; push?: () => Promise<never> }

function browser({ ask = async () => 'granted', register = async () => ({}), push = never }: Fake): void {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockReturnValue()
  const pushManager = { getSubscription: async () => null, subscribe: push }
  const serviceWorker = { register, ready: Promise.resolve({ pushManager }) }
  vi.stubGlobal('Notification', { requestPermission: ask })
  vi.stubGlobal('navigator', { serviceWorker })
}
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each<[string, string, Fake]>([
  ['a question that is closed', 'no-answer', { ask: async () => 'default' }],
  ['a question that nobody sees', 'no-answer', { ask: never }],
  ['a refusal', 'denied', { ask: async () => 'denied' }],
  ['a push service that fails', 'no-service', { push: fails }],
  ['a push service that never answers', 'no-service', { push: never }],
  ['a worker that can’t be registered', 'no-service', { register: fails }],
])('%s ends in words: %s', async (_what, outcome, fake) => {
  browser(fake)
  const told = vi.fn()
  void subscribe('key').then(told, told)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(told).toHaveBeenCalledExactlyOnceWith(outcome)
})

test('switching notifications off doesn’t wait for good for the push service', async () => {
  browser({})
  const pushManager = { getSubscription: async () => ({ unsubscribe: never }) }
  vi.stubGlobal('window', { PushManager: {} })
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } })
  const told = vi.fn()
  void unsubscribe().then(told)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(told).toHaveBeenCalledOnce()
})

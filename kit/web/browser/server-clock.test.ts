import { expect, onTestFinished, test, vi } from 'vitest'
import { noteServerTime, serverNow } from './server-clock.ts'

test('a device that is ten minutes off uses the server’s time, which ignores small differences', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T17:10:00Z') })
  onTestFinished(() => {
    vi.useRealTimers()
    noteServerTime(Date.now(), 0)
  })
  expect(serverNow()).toEqual(new Date('2026-11-20T17:10:00Z'))
  noteServerTime(Date.parse('2026-11-20T17:00:00Z'), 1_500)
  expect(serverNow()).toEqual(new Date('2026-11-20T17:00:00Z'))
  vi.advanceTimersByTime(60_000)
  noteServerTime(Date.parse('2026-11-20T17:00:59Z'), 1_500)
  expect(serverNow()).toEqual(new Date('2026-11-20T17:01:00Z'))
  noteServerTime(Number.NaN, 0)
  expect(serverNow()).toEqual(new Date('2026-11-20T17:01:00Z'))
})

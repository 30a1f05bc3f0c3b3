import { expect, test } from 'vitest'
import { mayBeOpen, nextLunchTime } from './arrival.ts'

const newYork = 'America/New_York'
// 2026-11-16 is a Monday; New York is five hours behind UTC.
const mondays = [{ day: 0, start: '11:00', end: '12:30' }]

test('a place may be open when it is, or may be, on arrival', () => {
  const isOpen = mayBeOpen(new Date('2026-11-16T17:15:00Z'), newYork)
  expect(isOpen({ openingTimes: mondays, travelTime: 14 })).toBe(true)
  expect(isOpen({ openingTimes: mondays, travelTime: 15 }), 'closes as one arrives').toBe(false)
  expect(isOpen({ openingTimes: [], travelTime: 5 }), 'never open').toBe(false)
  expect(isOpen({ openingTimes: null, travelTime: 5 }), 'unknown hours').toBe(true)
})

test.each([
  ['in the morning', '2026-11-16T13:00:00Z', '2026-11-16T17:00:00Z'],
  ['after noon', '2026-11-16T17:01:00Z', '2026-11-16T17:01:00Z'],
  ['on the day on which clocks go back', '2026-11-01T05:30:00Z', '2026-11-01T17:00:00Z'],
])('people leave for lunch at noon, or later now: %s', (_, now, leavesAt) =>
  expect(nextLunchTime(new Date(now), newYork)).toEqual(new Date(leavesAt)),
)

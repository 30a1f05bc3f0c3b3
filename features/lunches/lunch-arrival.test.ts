import { expect, test } from 'vitest'
import type { OpeningTime } from '#features/restaurants/opening/opening-times.ts'
import { arrivalWarning } from './lunch-arrival.ts'

const newYork = 'America/New_York'
const on = (days: number[], start: string, end: string): OpeningTime[] =>
  days.map(day => ({ day, start, end }))
const everyDay = [0, 1, 2, 3, 4, 5, 6]
// Closed on Sundays, and open past midnight on Fridays.
const week = [
  ...on([0, 1, 2, 3], '11:30', '14:30'),
  ...on([0, 1, 2, 3], '17:00', '21:00'),
  ...on([4], '17:00', '02:00'),
  ...on([5], '11:00', '14:00'),
]
const warning = (openingTimes: OpeningTime[] | null | undefined, leavesAt: string, travelTime = 0) =>
  arrivalWarning({ openingTimes, travelTime }, new Date(leavesAt), newYork)?.text ?? null

// 2026-11-16 is a Monday; New York is five hours behind UTC.
test.each([
  ['opens before arrival', '2026-11-16T16:25:00Z', 5, null],
  ['opens a minute after arrival', '2026-11-16T16:25:00Z', 4, 'Closed then · opens 11:30 AM'],
  ['is open for longer than a lunch', '2026-11-16T18:39:00Z', 5, null],
  ['closes soon after arrival', '2026-11-16T18:40:00Z', 5, 'Closes 45 min after you arrive'],
  ['closes a minute after arrival', '2026-11-16T19:24:00Z', 5, 'Closes 1 min after you arrive'],
  ['closes before arrival', '2026-11-16T19:25:00Z', 5, 'Closed then · opens 5 PM'],
  ['closes soon, the way unknown', '2026-11-16T19:25:00Z', 0, 'Closes 5 min after you arrive'],
  ['has closed for the day', '2026-11-17T02:00:00Z', 5, 'Closed then'],
  ['doesn’t open that day', '2026-11-22T17:00:00Z', 5, 'Closed that day'],
  ['is reached after midnight, when it doesn’t open', '2026-11-22T04:58:00Z', 5, 'Closed that day'],
  ['is open past midnight', '2026-11-21T04:50:00Z', 20, null],
  ['closes past midnight', '2026-11-21T06:20:00Z', 20, 'Closes 20 min after you arrive'],
])('a place that %s', (_, leavesAt, travelTime, text) =>
  expect(warning(week, leavesAt, travelTime)).toBe(text),
)

test('a place that never opens causes a warning; one that is always open or has unknown times does not', () => {
  const noon = '2026-11-16T17:00:00Z'
  expect(warning([], noon)).toBe('Closed that day')
  expect(warning(on(everyDay, '00:00', '24:00'), noon)).toBeNull()
  expect(warning(null, noon)).toBeNull()
  expect(warning(undefined, noon), 'a reply of an earlier version').toBeNull()
})

test('if the clock changes between leaving and arriving, the wall clock at arrival counts', () => {
  const nights = on([5], '20:00', '02:30')
  // 2:00 becomes 3:00 at 07:00 UTC.
  expect(warning(nights, '2026-03-08T06:40:00Z', 15)).toBe('Closes 5 min after you arrive')
  expect(warning(nights, '2026-03-08T06:40:00Z', 20)).toBe('Closed that day')
  // 2:00 becomes 1:00 at 06:00 UTC.
  const half = on([5], '20:00', '01:30')
  expect(warning(half, '2026-11-01T05:10:00Z', 15)).toBe('Closes 5 min after you arrive')
  expect(warning(half, '2026-11-01T05:10:00Z', 55), 'the second 1:05').toBe('Closed that day')
})

test('the same instant can be within opening times in one zone and outside of them in another', () => {
  const lunches = { openingTimes: on(everyDay, '11:00', '15:00'), travelTime: 10 }
  const at = new Date('2026-11-16T17:00:00Z')
  expect(arrivalWarning(lunches, at, newYork)).toBeNull()
  expect(arrivalWarning(lunches, at, 'America/Los_Angeles')).toEqual({
    state: 'closed',
    text: 'Closed then · opens 11 AM',
    short: 'Closed then',
  })
  expect(arrivalWarning(lunches, new Date('2026-11-16T19:10:00Z'), newYork)).toEqual({
    state: 'closing',
    text: 'Closes 40 min after you arrive',
    short: 'Closes early',
  })
  expect(arrivalWarning(lunches, at, 'Asia/Kathmandu')).toMatchObject({ text: 'Closed then' })
})

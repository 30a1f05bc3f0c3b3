import { expect, test } from 'vitest'
import { dayOf, daysAgo, isUnratedSince, monthOf, shortDay } from './visit-days.ts'

const today = '2026-11-20'

test.each([
  ['2026-11-20', 'today', 'today'],
  ['2026-11-19', 'yesterday', 'yesterday'],
  ['2026-11-18', '2 days ago', 'on Wednesday'],
  ['2026-11-17', '3 days ago', 'on Tuesday'],
  ['2026-11-14', '6 days ago', 'on Saturday'],
  ['2026-11-13', '7 days ago', 'on Nov 13'],
  ['2026-10-21', '30 days ago', 'on Oct 21'],
  ['2026-10-20', 'on Oct 20, 2026', 'on Oct 20, 2026'],
  ['2026-10-03', 'on Oct 3, 2026', 'on Oct 3, 2026'],
  // Without its year, it would look like a day in the future.
  ['2025-11-21', 'on Nov 21, 2025', 'on Nov 21, 2025'],
])('%s was “%s”, or “%s”', (date, ago, day) => {
  expect([daysAgo(date, today), dayOf(date, today)]).toEqual([ago, day])
})

test('months and days are shown by name', () => {
  expect([monthOf('2026-11-01'), shortDay('2026-11-20')]).toEqual(['November 2026', 'Fri, Nov 20'])
})

test('a visit counts as rated from the beginning of its day, by the clock of the installation', () => {
  const isUnrated = (ratedAt: string | null) => isUnratedSince('2026-11-20', ratedAt, 'America/New_York')
  expect(isUnrated(null)).toBe(true)
  expect(isUnrated('2026-11-20T04:59:59.999Z')).toBe(true)
  expect(isUnrated('2026-11-20T05:00:00.000Z')).toBe(false)
})

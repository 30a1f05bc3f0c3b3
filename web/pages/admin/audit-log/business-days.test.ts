import { expect, test } from 'vitest'
import { dayBegins, dayEnds, dayOf } from './business-days.ts'

test.each([
  ['2026-11-20', 'America/New_York', '2026-11-20T05:00:00.000Z', '2026-11-21T04:59:59.999Z'],
  ['2026-07-01', 'America/New_York', '2026-07-01T04:00:00.000Z', '2026-07-02T03:59:59.999Z'],
  // Days on which the clocks change have 23 or 25 hours.
  ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
  ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
  ['2026-12-31', 'Pacific/Auckland', '2026-12-30T11:00:00.000Z', '2026-12-31T10:59:59.999Z'],
  ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'],
])('%s in %s', (day, timeZone, begins, ends) => {
  expect(dayBegins(day, timeZone).toISOString()).toBe(begins)
  expect(dayEnds(day, timeZone).toISOString()).toBe(ends)
  expect(dayOf(new Date(begins), timeZone)).toBe(day)
  expect(dayOf(new Date(ends), timeZone)).toBe(day)
})

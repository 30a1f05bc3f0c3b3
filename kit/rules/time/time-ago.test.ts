import { expect, test } from 'vitest'
import { timeAgo } from './time-ago.ts'

const now = new Date('2026-03-10T12:00:00Z')

test.each([
  ['2026-03-10T12:00:00Z', 'just now'],
  ['2026-03-10T11:59:01Z', 'just now'],
  ['2026-03-10T12:00:59Z', 'just now'],
  ['2026-03-10T11:59:00Z', '1 minute ago'],
  ['2026-03-10T11:00:01Z', '59 minutes ago'],
  ['2026-03-10T11:00:00Z', '1 hour ago'],
  ['2026-03-09T12:00:01Z', '23 hours ago'],
  ['2026-03-09T12:00:00Z', '1 day ago'],
  ['2026-03-11T12:00:00Z', 'in 1 day'],
  ['2026-03-10T17:30:00Z', 'in 5 hours'],
  ['2026-03-07T12:00:00Z', '3 days ago'],
  ['2026-03-05T18:00:00Z', '4 days ago'],
  ['2026-01-09T12:00:01Z', '59 days ago'],
  ['2026-01-09T12:00:00Z', '2 months ago'],
  ['2025-12-10T12:00:01Z', '2 months ago'],
])('%s is described as “%s”', (moment, words) => {
  expect(timeAgo(new Date(moment), now)).toBe(words)
})

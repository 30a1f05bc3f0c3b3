import { expect, test } from 'vitest'
import { connectionText } from './connection-text.ts'

const now = new Date('2026-11-21T17:30:00Z')
const words = (listTime?: string) =>
  connectionText(listTime === undefined ? undefined : Date.parse(listTime), now, 'America/New_York')

test('for a list from today, the notice gives its time in the installation’s time zone', () => {
  expect(words('2026-11-21T16:42:10Z')).toBe('Offline · as of 11:42 AM')
})

test('for an older list, the notice also gives its day', () => {
  expect(words('2026-11-21T01:05:00Z')).toBe('Offline · as of Nov 20, 8:05 PM')
})

test('without a visible list, the notice only mentions the connection', () => {
  expect(words()).toBe('Can’t reach the server. Trying again…')
})

import { expect, test } from 'vitest'
import { connectionWords } from './connection-words.ts'

const now = new Date('2026-11-21T17:30:00Z')
const words = (listTime?: string) =>
  connectionWords(listTime === undefined ? undefined : Date.parse(listTime), now, 'America/New_York')

test('a list of today has its time, by the clock of the place', () => {
  expect(words('2026-11-21T16:42:10Z')).toBe('Offline · as of 11:42 AM')
})

test('an older one has its day too', () => {
  expect(words('2026-11-21T01:05:00Z')).toBe('Offline · as of Nov 20, 8:05 PM')
})

test('where no list is in sight, only the connection is spoken of', () => {
  expect(words()).toBe('Can’t reach the server. Trying again…')
})

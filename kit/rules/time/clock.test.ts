import { expect, test } from 'vitest'
import { formatDate, formatTime, greeting, greetingName } from './clock.ts'

const newYork = 'America/New_York'
const at = (time: string) => new Date(time)

test.each([
  ['2026-01-15T04:59:59Z', 'Good evening', '11:59:59 PM'],
  ['2026-01-15T05:00:00Z', 'Good morning', '12:00:00 AM'],
  ['2026-01-15T16:59:59Z', 'Good morning', '11:59:59 AM'],
  ['2026-01-15T17:00:00Z', 'Good afternoon', '12:00:00 PM'],
  ['2026-01-15T22:59:59Z', 'Good afternoon', '5:59:59 PM'],
  ['2026-01-15T23:00:00Z', 'Good evening', '6:00:00 PM'],
  ['2026-07-15T16:00:00Z', 'Good afternoon', '12:00:00 PM'],
  ['2026-03-08T21:59:59Z', 'Good afternoon', '5:59:59 PM'],
  ['2026-03-08T22:00:00Z', 'Good evening', '6:00:00 PM'],
  ['2026-11-01T03:59:59Z', 'Good evening', '11:59:59 PM'],
  ['2026-11-01T04:00:00Z', 'Good morning', '12:00:00 AM'],
  ['2026-11-01T16:59:59Z', 'Good morning', '11:59:59 AM'],
  ['2026-11-01T17:00:00Z', 'Good afternoon', '12:00:00 PM'],
  ['2026-11-01T22:59:59Z', 'Good afternoon', '5:59:59 PM'],
  ['2026-11-01T23:00:00Z', 'Good evening', '6:00:00 PM'],
])('at %s it is "%s" and %s in New York, also on the days its clocks change', (time, words, clock) => {
  expect(greeting(at(time), newYork)).toBe(words)
  expect(formatTime(at(time), newYork)).toBe(clock)
})

test('the clock skips an hour in March and repeats one in November [D-16]', () => {
  expect(formatTime(at('2026-03-08T06:59:59Z'), newYork)).toBe('1:59:59 AM')
  expect(formatTime(at('2026-03-08T07:00:00Z'), newYork)).toBe('3:00:00 AM')
  expect(formatTime(at('2026-11-01T05:59:59Z'), newYork)).toBe('1:59:59 AM')
  expect(formatTime(at('2026-11-01T06:00:00Z'), newYork)).toBe('1:00:00 AM')
})

test('the date is that of the given time zone, not of the reader’s', () => {
  expect(formatDate(at('2026-11-21T04:30:00Z'), newYork)).toBe('Nov 20, 2026')
  expect(formatDate(at('2026-11-21T04:30:00Z'), 'Asia/Tokyo')).toBe('Nov 21, 2026')
})

test('a greeting uses the first name, or else the beginning of the username or email', () => {
  expect(greetingName({ firstName: 'Ana', username: 'ana.sample' })).toBe('Ana')
  expect(greetingName({ firstName: '', username: 'ana.sample@example.org' })).toBe('ana.sample')
  expect(greetingName({ email: 'ana@example.org' })).toBe('ana')
  expect(greetingName({})).toBe('User')
})

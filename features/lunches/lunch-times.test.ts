import { describe, expect, test } from 'vitest'
import {
  defaultDecidesAt,
  leavingProblem,
  lunchClock,
  lunchDays,
  movedDecidesAt,
  overlap,
  sameDayNextWeek,
} from './lunch-times.ts'

const zone = 'America/New_York'
const at = (iso: string) => new Date(iso)
const noon = at('2026-11-20T17:00:00Z')
const plus = (minutes: number, from = noon) => new Date(from.getTime() + minutes * 60_000)

describe('the days of lunches', () => {
  test('are today and the six days after it, in local time', () => {
    expect(lunchDays(noon, zone)).toEqual({
      from: at('2026-11-20T05:00:00Z'),
      until: at('2026-11-27T05:00:00Z'),
    })
  })
  test('change at local midnight, not at midnight UTC', () => {
    expect(lunchDays(at('2026-11-21T04:59:59.999Z'), zone).from).toEqual(at('2026-11-20T05:00:00Z'))
    expect(lunchDays(at('2026-11-21T05:00:00Z'), zone).from).toEqual(at('2026-11-21T05:00:00Z'))
  })
  test('include a day of 23 hours when the clock goes forward, and one of 25 when it goes back', () => {
    const hours = (now: Date) => {
      const { from, until } = lunchDays(now, zone)
      return (until.getTime() - from.getTime()) / 3_600_000
    }
    expect(hours(noon)).toBe(7 * 24)
    expect(hours(at('2026-03-08T17:00:00Z'))).toBe(7 * 24 - 1)
    expect(hours(at('2026-11-01T17:00:00Z'))).toBe(7 * 24 + 1)
  })
})

describe('leaving', () => {
  test('must be in the future', () => {
    expect(leavingProblem(noon, noon, zone)).toBe('Choose a time in the future')
    expect(leavingProblem(plus(1), noon, zone)).toBeNull()
  })
  test('is allowed up to the last minute of the sixth local day ahead', () => {
    expect(leavingProblem(at('2026-11-27T04:59:00Z'), noon, zone)).toBeNull()
    expect(leavingProblem(at('2026-11-27T05:00:00Z'), noon, zone)).toBe('A lunch can be at most 6 days ahead')
  })
  test('is allowed a minute after a lunch is made at 23:59, which is tomorrow', () => {
    const late = at('2026-11-21T04:59:00Z')
    expect(leavingProblem(plus(1, late), late, zone)).toBeNull()
    expect(leavingProblem(at('2026-11-27T04:59:00Z'), late, zone)).toBeNull()
    expect(leavingProblem(at('2026-11-27T05:00:00Z'), late, zone)).not.toBeNull()
  })
})

describe('a vote closes', () => {
  test('ten minutes before leaving', () => {
    expect(defaultDecidesAt(plus(45), noon)).toEqual(plus(35))
    expect(defaultDecidesAt(plus(21), noon)).toEqual(plus(11))
  })
  test('halfway, if the lunch leaves within twenty minutes', () => {
    expect(defaultDecidesAt(plus(20), noon)).toEqual(plus(10))
    expect(defaultDecidesAt(plus(14), noon)).toEqual(plus(7))
    expect(defaultDecidesAt(plus(6), noon)).toEqual(plus(3))
    expect(defaultDecidesAt(new Date(noon.getTime() + 1), noon)).toEqual(noon)
  })
  test('as long before leaving as planned if the lunch is moved, or by the default rule if that time has passed', () => {
    const before = { leavesAt: plus(60), decidesAt: plus(30) }
    expect(movedDecidesAt(before, plus(90), noon)).toEqual(plus(60))
    expect(movedDecidesAt(before, plus(30), noon)).toEqual(plus(20))
    expect(movedDecidesAt(before, plus(25), noon)).toEqual(plus(15))
    expect(movedDecidesAt(before, plus(10), noon)).toEqual(plus(5))
  })
})

test('the same day next week is at most as far ahead as a lunch can be', () => {
  expect(sameDayNextWeek('2026-11-17', '2026-11-18')).toBe('2026-11-24')
  expect(sameDayNextWeek('2026-11-17', '2026-11-20')).toBe('2026-11-24')
  expect(sameDayNextWeek('2026-11-10', '2026-11-18')).toBe('2026-11-24')
  expect(sameDayNextWeek('2026-11-17', '2026-11-17'), 'the day before').toBe('2026-11-23')
})

test('two lunches overlap if they leave within ninety minutes of each other', () => {
  expect(overlap(noon, plus(90))).toBe(true)
  expect(overlap(plus(91), noon)).toBe(false)
})

test('times are as people say them around noon, with AM or PM in the evening and at night', () => {
  expect(lunchClock(at('2026-11-20T17:05:00Z'), zone)).toBe('12:05')
  expect(lunchClock(at('2026-11-20T18:30:00Z'), zone)).toBe('1:30')
  expect(lunchClock(at('2026-11-20T05:00:00Z'), zone)).toBe('12:00 AM')
  expect(lunchClock(at('2026-11-20T11:30:00Z'), zone)).toBe('6:30 AM')
  expect(lunchClock(at('2026-11-20T12:00:00Z'), zone)).toBe('7:00')
  expect(lunchClock(at('2026-11-21T00:00:00Z'), zone)).toBe('7:00 PM')
  expect(lunchClock(at('2026-11-21T00:15:00Z'), zone)).toBe('7:15 PM')
})

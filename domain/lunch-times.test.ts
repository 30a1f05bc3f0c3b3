import { describe, expect, test } from 'vitest'
import {
  defaultDecidesAt,
  leavingProblem,
  lunchClock,
  lunchDays,
  movedDecidesAt,
  overlap,
} from './lunch-times.ts'

const zone = 'America/New_York'
const at = (iso: string) => new Date(iso)
const noon = at('2026-11-20T17:00:00Z')
const plus = (minutes: number, from = noon) => new Date(from.getTime() + minutes * 60_000)

describe('the days of lunches', () => {
  test('are the local today and the six after it', () => {
    expect(lunchDays(noon, zone)).toEqual({
      from: at('2026-11-20T05:00:00Z'),
      until: at('2026-11-27T05:00:00Z'),
    })
  })
  test('begin anew at local midnight, not at that of UTC', () => {
    expect(lunchDays(at('2026-11-21T04:59:59.999Z'), zone).from).toEqual(at('2026-11-20T05:00:00Z'))
    expect(lunchDays(at('2026-11-21T05:00:00Z'), zone).from).toEqual(at('2026-11-21T05:00:00Z'))
  })
  test('have 23 hours when the clock is put forward, and 25 when it is put back', () => {
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
  test('lies in the future', () => {
    expect(leavingProblem(noon, noon, zone)).toBe('Choose a time that is still to come')
    expect(leavingProblem(plus(1), noon, zone)).toBeNull()
  })
  test('is at most six local days ahead, to the last minute of that day', () => {
    expect(leavingProblem(at('2026-11-27T04:59:00Z'), noon, zone)).toBeNull()
    expect(leavingProblem(at('2026-11-27T05:00:00Z'), noon, zone)).toBe('A lunch can be at most 6 days ahead')
  })
  test('made at 23:59, a lunch may leave a minute later, which is tomorrow', () => {
    const late = at('2026-11-21T04:59:00Z')
    expect(leavingProblem(plus(1, late), late, zone)).toBeNull()
    expect(leavingProblem(at('2026-11-27T04:59:00Z'), late, zone)).toBeNull()
    expect(leavingProblem(at('2026-11-27T05:00:00Z'), late, zone)).not.toBeNull()
  })
})

describe('a vote is settled', () => {
  test('ten minutes before leaving', () => {
    expect(defaultDecidesAt(plus(45), noon)).toEqual(plus(35))
    expect(defaultDecidesAt(plus(21), noon)).toEqual(plus(11))
  })
  test('half-way when it leaves within twenty minutes', () => {
    expect(defaultDecidesAt(plus(20), noon)).toEqual(plus(10))
    expect(defaultDecidesAt(plus(14), noon)).toEqual(plus(7))
    expect(defaultDecidesAt(plus(6), noon)).toEqual(plus(3))
    expect(defaultDecidesAt(new Date(noon.getTime() + 1), noon)).toEqual(noon)
  })
  test('as long before as it was when the lunch is moved, or by the same rule when that is over', () => {
    const before = { leavesAt: plus(60), decidesAt: plus(30) }
    expect(movedDecidesAt(before, plus(90), noon)).toEqual(plus(60))
    expect(movedDecidesAt(before, plus(30), noon)).toEqual(plus(20))
    expect(movedDecidesAt(before, plus(25), noon)).toEqual(plus(15))
    expect(movedDecidesAt(before, plus(10), noon)).toEqual(plus(5))
  })
})

test('nobody is in two lunches within ninety minutes', () => {
  expect(overlap(noon, plus(90))).toBe(true)
  expect(overlap(plus(91), noon)).toBe(false)
})

test('times read as people say them around noon', () => {
  expect(lunchClock(at('2026-11-20T17:05:00Z'), zone)).toBe('12:05')
  expect(lunchClock(at('2026-11-20T18:30:00Z'), zone)).toBe('1:30')
  expect(lunchClock(at('2026-11-20T05:00:00Z'), zone)).toBe('12:00')
})

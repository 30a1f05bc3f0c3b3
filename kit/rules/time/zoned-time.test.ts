import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, instantOf, localDate, localTime, startOfDay } from './zoned-time.ts'

const newYork = 'America/New_York'
const at = (iso: string) => new Date(iso)

test('the day and the time are those of the zone', () => {
  expect(localDate(at('2026-11-22T04:59:00Z'), newYork)).toBe('2026-11-21')
  expect(localDate(at('2026-11-22T05:00:00Z'), newYork)).toBe('2026-11-22')
  expect(localTime(at('2026-11-22T05:00:00Z'), newYork)).toBe('00:00')
  expect(localTime(at('2026-11-21T17:05:59.999Z'), newYork)).toBe('12:05')
})

test('days are added across the ends of months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
})

describe('on the day on which the clock changes', () => {
  test('a time before the change and one after it are an hour closer in spring', () => {
    expect(instantOf('2026-03-08', '01:30', newYork)).toEqual(at('2026-03-08T06:30:00Z'))
    expect(instantOf('2026-03-08', '12:05', newYork)).toEqual(at('2026-03-08T16:05:00Z'))
  })
  test('a time that the clock skips is later by the length of the jump', () => {
    expect(instantOf('2026-03-08', '02:30', newYork)).toEqual(at('2026-03-08T07:30:00Z'))
  })
  test('a time that occurs twice means the first occurrence', () => {
    expect(instantOf('2026-11-01', '01:30', newYork)).toEqual(at('2026-11-01T05:30:00Z'))
    expect(instantOf('2026-11-01', '12:05', newYork)).toEqual(at('2026-11-01T17:05:00Z'))
  })
  test('the day begins at its first instant, even when that is one o’clock', () => {
    expect(startOfDay('2026-11-01', newYork)).toEqual(at('2026-11-01T04:00:00Z'))
    expect(startOfDay('2026-11-02', newYork)).toEqual(at('2026-11-02T05:00:00Z'))
    const beirut = 'Asia/Beirut'
    const first = startOfDay('2026-03-29', beirut)
    expect(localTime(first, beirut)).toBe('01:00')
    expect(localDate(new Date(first.getTime() - 1), beirut)).toBe('2026-03-28')
  })
})

test('every instant is within the day that localDate returns for it', () => {
  const zones = fc.constantFrom(newYork, 'UTC', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia')
  const instants = fc.date({
    min: at('2000-01-01T00:00:00Z'),
    max: at('2060-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(instants, zones, (instant, zone) => {
      const date = localDate(instant, zone)
      expect(startOfDay(date, zone).getTime()).toBeLessThanOrEqual(instant.getTime())
      // Apia had no 30 December 2011, so the next day begins when that day would have begun.
      if (zone !== 'Pacific/Apia')
        expect(startOfDay(addDays(date, 1), zone).getTime()).toBeGreaterThan(instant.getTime())
    }),
  )
})

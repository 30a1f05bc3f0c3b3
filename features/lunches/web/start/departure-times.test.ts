import { expect, test } from 'vitest'
import { chipLabel, departureTimes, firstDeparture, leavesAtOf } from './departure-times.ts'

const zone = 'America/New_York'
const at = (iso: string) => new Date(iso)

test('in the morning the times start at 11:30 and noon is preselected', () => {
  const now = at('2026-11-20T14:00:00Z')
  expect(departureTimes('2026-11-20', now, zone).slice(0, 3)).toEqual(['11:30', '11:45', '12:00'])
  expect(firstDeparture(now, zone)).toEqual({ date: '2026-11-20', time: '12:00' })
})

test('later in the day the times start at the next quarter hour at least five minutes away', () => {
  const now = at('2026-11-20T17:11:00Z')
  expect(departureTimes('2026-11-20', now, zone)[0]).toBe('12:30')
  expect(firstDeparture(at('2026-11-20T17:09:00Z'), zone).time).toBe('12:15')
})

test('just before midnight, noon tomorrow is offered', () => {
  const now = at('2026-11-21T04:58:00Z')
  expect(departureTimes('2026-11-20', now, zone)).toEqual([])
  expect(firstDeparture(now, zone)).toEqual({ date: '2026-11-21', time: '12:00' })
})

test('times are in the configured time zone, also on the days when clocks change', () => {
  expect(leavesAtOf('2026-11-01', '12:05', zone)).toBe('2026-11-01T17:05:00.000Z')
  expect(leavesAtOf('2026-03-08', '12:05', zone)).toBe('2026-03-08T16:05:00.000Z')
  expect([chipLabel('12:05'), chipLabel('00:15'), chipLabel('13:30')]).toEqual([
    '12:05 PM',
    '12:15 AM',
    '1:30 PM',
  ])
})

import { expect, test } from 'vitest'
import type { Lunch } from '#contract/lunches.ts'
import { dayLabel, inOrder, leavingLabel } from './lunch-words.ts'

const zone = 'America/New_York'
const at = (iso: string) => new Date(iso)

test('how long until it leaves', () => {
  const now = at('2026-11-20T16:53:00Z')
  const labels = [
    ['2026-11-20T16:53:00Z', 'Has left'],
    ['2026-11-20T16:53:20Z', 'Leaves within a minute'],
    ['2026-11-20T17:05:00Z', 'Leaves in 12 min'],
    ['2026-11-20T17:53:00Z', 'Leaves in 1 h'],
    ['2026-11-20T18:58:00Z', 'Leaves in 2 h 5 min'],
    ['2026-11-23T17:05:00Z', 'Leaves in 3 days'],
  ] as const
  for (const [iso, label] of labels) expect(leavingLabel(iso, now)).toBe(label)
})

test('a day is named where it isn’t the local today', () => {
  expect(dayLabel('2026-11-21T04:59:00Z', at('2026-11-20T15:00:00Z'), zone)).toBeNull()
  expect(dayLabel('2026-11-21T05:00:00Z', at('2026-11-20T15:00:00Z'), zone)).toBe('Sat, Nov 21')
})

test('what is to come stands first, what left or was cancelled stays until local midnight', () => {
  const lunch = (id: number, leavesAt: string, state: Lunch['state'] = 'decided') =>
    ({ id, leavesAt, state }) as Lunch
  const lunches = [
    lunch(1, '2026-11-20T17:00:00Z'),
    lunch(2, '2026-11-21T04:30:00Z', 'cancelled'),
    lunch(3, '2026-11-21T04:59:00Z'),
    lunch(4, '2026-11-21T17:00:00Z'),
  ]
  const ids = (now: string) => inOrder(lunches, at(now), zone).map(({ id }) => id)
  expect(ids('2026-11-21T04:00:00Z')).toEqual([3, 4, 1, 2])
  expect(ids('2026-11-21T04:59:59Z')).toEqual([4, 1, 2, 3])
  expect(ids('2026-11-21T05:00:00Z')).toEqual([4])
})

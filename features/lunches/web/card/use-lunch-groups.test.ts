import { expect, test } from 'vitest'
import type { Lunch } from '../../contract.ts'
import { groupLunches } from './use-lunch-groups.ts'

const zone = 'America/New_York'
const at = (iso: string) => new Date(iso)

test('lunches stand by day, the viewer’s own first; those that left or were cancelled today stay until local midnight', () => {
  const me = 7
  const lunch = (id: number, leavesAt: string, fields: Partial<Lunch> = {}) =>
    ({ id, leavesAt, state: 'decided', decision: {}, people: [], ...fields }) as unknown as Lunch
  const mine = { people: [{ id: me }] } as Partial<Lunch>
  const lunches = [
    lunch(1, '2026-11-20T17:00:00Z'),
    lunch(2, '2026-11-20T17:30:00Z', mine),
    lunch(3, '2026-11-21T04:30:00Z', { ...mine, state: 'cancelled' }),
    lunch(4, '2026-11-20T19:00:00Z'),
    lunch(5, '2026-11-20T20:00:00Z', mine),
    lunch(6, '2026-11-22T17:00:00Z', mine),
    lunch(7, '2026-11-22T16:30:00Z'),
    lunch(8, '2026-11-21T17:00:00Z', { state: 'cancelled' }),
  ]
  const ids = (now: string, isOver = false) => {
    const groups = groupLunches(lunches, me, { now: at(now), timeZone: zone, isOver: () => isOver })
    return Object.values(groups).map(group => group.map(({ id }: Lunch) => id))
  }
  expect(ids('2026-11-20T16:00:00Z')).toEqual([[2, 5, 1, 4], [8, 6, 7], [3]])
  expect(ids('2026-11-20T18:00:00Z'), 'own one still has a next step').toEqual([
    [5, 2, 4],
    [8, 6, 7],
    [1, 3],
  ])
  expect(ids('2026-11-20T18:00:00Z', true)).toEqual([
    [5, 4],
    [8, 6, 7],
    [2, 1, 3],
  ])
  expect(ids('2026-11-21T05:00:00Z'), 'the next day').toEqual([[], [6, 7], [8]])
})

import { expect, test } from 'vitest'
import type { Lunch } from '../contract.ts'
import { cancelText, leaveText } from './dialog/leaving-texts.ts'
import { dayLabel, drawDurationMs, leavingLabel, tellingApart } from './lunch-texts.ts'

const zone = 'America/New_York'
const at = (iso: string) => new Date(iso)

test('the label says how long it is until a lunch leaves', () => {
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

test('the day is named unless it is today in local time', () => {
  expect(dayLabel('2026-11-21T04:59:00Z', at('2026-11-20T15:00:00Z'), zone)).toBeNull()
  expect(dayLabel('2026-11-21T05:00:00Z', at('2026-11-20T15:00:00Z'), zone)).toBe('Sat, Nov 21')
})

test('lunches of one campus that leave at the same time are told apart', () => {
  const lunch = (id: number, fields: Partial<Lunch> = {}) =>
    ({
      ...{ id, campusCode: 'arden', leavesAt: '2026-11-20T17:00:00Z', state: 'voting', options: [] },
      ...{ decision: null, host: { id, firstName: `P${id}`, lastName: 'Sample' }, ...fields },
    }) as unknown as Lunch
  const decision = { restaurantId: 1, name: 'Diner', how: 'only' as const, tied: [] }
  const apart = (own: Lunch, other: Lunch) =>
    tellingApart(own, [own, other], { now: at('2026-11-20T15:00:00Z'), timeZone: zone })
  const own = lunch(1, { decision })
  expect(apart(own, lunch(2))).toBe(', with P1 Sample, Diner')
  expect(apart({ ...own, host: null }, lunch(2))).toBe(', Diner')
  const monday = lunch(2, { leavesAt: '2026-11-23T17:00:00Z' })
  expect(apart(monday, own)).toBe(', Mon, Nov 23, with P2 Sample, 0 places to vote on')
  for (const other of [lunch(2, { campusCode: 'birch' }), lunch(2, { leavesAt: '2026-11-20T17:05:00Z' })])
    expect(apart(own, other)).toBe('')
})

test('the person cancelling a lunch is told how many others are in it', () => {
  const people = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ id: i + 1 })) as Lunch['people']
  const [host, admin] = [1, 99]
  expect(cancelText({ people: people(1) }, host)).toBe(
    'It stays in the list as cancelled until its day is over.',
  )
  const theOther = 'The other person who is in will see that it was cancelled.'
  expect(cancelText({ people: people(2) }, host)).toBe(theOther)
  expect(cancelText({ people: people(1) }, admin)).toBe(theOther)
  expect(cancelText({ people: people(4) }, host)).toMatch(/^The 3 others who are in will see/)
  expect(cancelText({ people: people(4) }, admin)).toMatch(/^The 4 others/)
})

test('the person who would leave a lunch for another one is told if that cancels it or hands it over', () => {
  const lunches = [
    { id: 1, people: [{ id: 7 }] },
    { id: 2, host: { id: 8 }, people: [{ id: 7 }, { id: 8, firstName: 'Ben', lastName: 'Birch' }] },
  ] as Lunch[]
  expect(leaveText(lunches, 1, 7)).toBe('Nobody else is in that one, so it is cancelled when you leave it.')
  for (const id of [2, 3, undefined]) expect(leaveText(lunches, id, 7)).toBeUndefined()
  const hosted = lunches.map(lunch => ({ ...lunch, host: { id: 7 } })) as Lunch[]
  expect(leaveText(hosted, 2, 7)).toBe('Ben Birch becomes the host of that one.')
})

test('a draw lasts at most nine tenths of a second', () => {
  expect(drawDurationMs).toBeLessThanOrEqual(900)
})

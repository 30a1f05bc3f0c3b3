import { expect, test } from 'vitest'
import type { Lunch } from '../contract.ts'
import { newsOf, noteOwnChange } from './lunch-news.ts'
import { withLunch } from './use-lunches.ts'

const person = (id: number) => ({ id, firstName: `P${id}`, lastName: 'Sample', profileImageUrl: null })
const place = (restaurantId: number, name: string) =>
  ({ restaurantId, name, voters: [] }) as Partial<Lunch['options'][0]> as Lunch['options'][0]
let lastId = 0
const lunch = (fields: Partial<Lunch> = {}) => {
  lastId += 1
  return {
    ...{ id: lastId, leavesAt: '2026-11-20T17:05:00.000Z', decidesAt: null, meetingPoint: null },
    ...{ state: 'voting', options: [place(1, 'Diner'), place(2, 'Bistro')], decision: null },
    ...{ host: person(1), people: [person(1), person(2)], version: 1, ...fields },
  } as Lunch
}
const decided = {
  state: 'decided' as const,
  decision: { restaurantId: 1, name: 'Diner', how: 'draw' as const, tied: [1, 2] },
}
/** The news that the viewer gets when a lunch changes. */
function heard(before: Lunch, changes: Partial<Lunch>, viewerId = 2, now = '2026-11-20T16:55:00.000Z') {
  const after = { ...before, version: before.version + 1, ...changes }
  return newsOf([before], [after], { viewerId, timeZone: 'America/New_York', now: new Date(now) })
}

test('the end of a vote is announced to everyone and shown as a toast to those in the lunch', () => {
  const spoken = 'Lunch at 12:05 PM: Diner was drawn among Diner, Bistro.'
  const toast = { title: 'Diner it is', description: 'Lunch at 12:05 PM', spoken }
  expect(heard(lunch(), decided), 'said once').toEqual([{ toast, isDrawn: true }])
  expect(heard(lunch(), decided, 9)).toEqual([{ announcement: spoken, isDrawn: true }])
  expect(heard(lunch(), { state: 'decided' })[0]?.toast?.title).toBe('The vote ended without a place')
})

test('the host who closed a vote is offered to take it back, and nobody else is', () => {
  const decision = { ...decided.decision, takeBackUntil: '2026-11-20T16:56:00.000Z' }
  const before = lunch()
  expect(heard(before, { ...decided, decision }, 1)).toMatchObject([{ takesBack: before.id }])
  expect(heard(before, { ...decided, decision }, 2)[0]).not.toHaveProperty('takesBack')
  expect(heard(before, decided, 1)[0]).not.toHaveProperty('takesBack')
})

test('the host’s choice after a vote without a place is announced too', () => {
  const withoutPlace = lunch({ state: 'decided' })
  const choice = { decision: { ...decided.decision, how: 'host' as const, tied: [] } }
  expect(heard(withoutPlace, choice)).toEqual([
    {
      toast: {
        title: 'Diner it is',
        description: 'Lunch at 12:05 PM',
        spoken: 'Lunch at 12:05 PM: The host chose Diner.',
      },
    },
  ])
  expect(heard(withoutPlace, { note: 'Bring cash' })).toEqual([])
})

test.each([
  ['only', 'It is Diner, the only place left.'],
  ['votes', 'Diner won the vote.'],
  ['host', 'The host chose Diner.'],
] as const)('the announcement says how the place was chosen: %s', (how, sentence) => {
  const decision = { ...decided.decision, how, tied: [] }
  expect(heard(lunch(), { ...decided, decision }, 9)[0]?.announcement).toBe(`Lunch at 12:05 PM: ${sentence}`)
})

test('news of a lunch on another day names the day', () => {
  const own = lunch(decided)
  const leavesAt = '2026-11-23T17:05:00.000Z'
  expect(heard(own, { leavesAt })).toMatchObject([
    { toast: { title: 'Lunch moved to 12:05 PM, Mon, Nov 23' } },
  ])
  expect(heard({ ...own, leavesAt }, { state: 'cancelled' })).toMatchObject([
    { toast: { title: 'Lunch cancelled', description: 'Diner, 12:05 PM, Mon, Nov 23' } },
  ])
})

test('people in a lunch are told when it is cancelled or moved, or when they become its host', () => {
  const own = lunch(decided)
  expect(heard(own, { state: 'cancelled' })).toMatchObject([
    { toast: { title: 'Lunch cancelled', description: 'Diner, 12:05 PM' } },
  ])
  expect(heard(own, { leavesAt: '2026-11-20T17:20:00.000Z' })).toMatchObject([
    { toast: { title: 'Lunch moved to 12:20 PM' } },
  ])
  expect(heard(own, { host: person(2) })).toMatchObject([{ toast: { title: 'You’re the host now' } }])
  expect(heard({ ...own, host: person(2) }, { host: person(1) })).toMatchObject([
    { toast: { title: 'P1 Sample is the host again', description: 'Diner, 12:05 PM' } },
  ])
  expect(heard(own, { state: 'cancelled' }, 9)).toEqual([])
  expect(heard(own, { note: 'new' })).toEqual([])
})

test('people in a lunch are told where it meets now, also together with other news', () => {
  const own = lunch({ ...decided, meetingPoint: 'Lobby' })
  expect(heard(own, { meetingPoint: 'North gate' })).toEqual([
    { toast: { title: 'Now meets at North gate', description: 'Diner, 12:05 PM', variant: 'info' } },
  ])
  expect(heard(own, { meetingPoint: null })[0]?.toast?.title).toBe('No meeting point any more')
  expect(heard(own, { meetingPoint: 'צפון' })[0]?.toast?.title).toBe('Now meets at \u2068צפון\u2069')
  const moved = { leavesAt: '2026-11-20T17:20:00.000Z', meetingPoint: 'North gate' }
  expect(heard(own, moved)[0]?.toast).toMatchObject({
    title: 'Lunch moved to 12:20 PM',
    description: 'Now meets at North gate. Diner',
  })
  expect(heard(lunch(), { ...decided, meetingPoint: 'Lobby' })[0]?.toast).toMatchObject({
    description: 'Lunch at 12:05 PM. Now meets at Lobby',
    spoken: expect.stringMatching(/ Now meets at Lobby$/),
  })
  expect(heard(own, { meetingPoint: 'North gate' }, 9)).toEqual([])
})

test('an earlier end of the vote is news for those who are in and haven’t voted', () => {
  const own = lunch({ decidesAt: '2026-11-20T17:00:00.000Z' })
  const earlier = { decidesAt: '2026-11-20T16:57:00.000Z' }
  const toast = {
    title: 'Vote until 11:57 AM',
    description: '2 places to vote on, 12:05 PM',
    variant: 'info',
  }
  expect(heard(own, earlier)).toEqual([{ toast, opens: own.id }])
  const voted = { ...earlier, options: [{ ...place(1, 'Diner'), voters: [person(2)] }] }
  const later = { decidesAt: '2026-11-20T17:03:00.000Z' }
  expect([heard(own, voted), heard(own, later), heard(own, earlier, 9)]).toEqual([[], [], []])
})

test('people whom a move books twice are told of both, and where they can leave one', () => {
  const other = lunch({ ...decided, leavesAt: '2026-11-20T18:30:00.000Z' })
  const before = lunch({ ...decided, leavesAt: '2026-11-20T16:58:00.000Z' })
  const newsFor = (viewerId: number, people = other.people) =>
    newsOf(
      [before, other],
      [
        { ...before, leavesAt: '2026-11-20T17:30:00.000Z', version: 2 },
        { ...other, people },
      ],
      { viewerId, timeZone: 'America/New_York', now: new Date('2026-11-20T16:55:00.000Z') },
    )
  expect(newsFor(2)).toEqual([
    {
      toast: {
        title: 'Lunch moved to 12:30 PM',
        description: 'You’re also in the lunch at 1:30 PM, Diner. Leave one of them.',
        variant: 'warning',
      },
      opens: before.id,
    },
  ])
  expect(newsFor(2, [person(1)])[0]?.toast?.description).toBe('Diner')
})

test('those who chose a place are told when it goes, and all who are in when the vote opens again', () => {
  const { restaurantId, name } = place(2, 'Bistro')
  const gone = [{ restaurantId, name, voters: [person(2)] }]
  const title = 'Bistro is no longer available'
  const votes = lunch()
  const lost = { title, description: 'Your vote for it doesn’t count.', variant: 'warning' }
  expect(heard(votes, { gone })).toEqual([{ toast: lost, opens: votes.id }])
  expect([heard(votes, { gone }, 1), heard({ ...votes, gone }, { gone, note: 'New' })]).toEqual([[], []])
  const going = lunch({ ...decided, decision: { ...decided.decision, name } })
  const changes = { decision: { ...decided.decision, name, gone: true as const } }
  expect(heard(going, changes, 1)[0]?.toast).toEqual({
    ...lost,
    description: 'You can open the vote again.',
  })
  expect(heard(going, changes)).toEqual([])
  expect(heard(going, { state: 'voting', decision: null })[0]?.toast?.title).toBe('The vote is open again')
})

test('changes to a lunch that already left are not news, except a vote that ends as it leaves', () => {
  const threePm = '2026-11-20T20:00:00.000Z'
  const host = { ...decided, host: person(2) }
  for (const changes of [decided, host, { state: 'cancelled' as const }])
    expect(heard(lunch(), changes, 2, threePm)).toEqual([])
  expect(heard(lunch(), { leavesAt: '2026-11-20T17:20:00.000Z' }, 2, threePm)).toEqual([])
  expect(heard(lunch(), decided, 2, '2026-11-20T17:05:02.000Z')).toHaveLength(1)
})

test('the viewer’s own change is not news', () => {
  const own = lunch(decided)
  noteOwnChange(own.id)
  expect(heard(own, { state: 'cancelled' })).toEqual([])
})

test('an older version of a lunch never replaces a newer one', () => {
  const newer = lunch({ version: 5 })
  expect(withLunch([newer], { ...newer, version: 4, note: 'old' })).toEqual([newer])
  expect(withLunch([newer], { ...newer, version: 6, note: 'new' })[0]?.note).toBe('new')
})

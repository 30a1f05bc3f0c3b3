import { describe, expect, test } from 'vitest'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp()
const { inMinutes, eater } = lunchesOf(app)
// 10 AM on a Friday.
app.clock.set('2026-11-20T15:00:00Z')
const [diner, bistro] = await Promise.all(
  ['Diner', 'Bistro'].map(name => app.restaurant({ name, cuisine: 'pizza', travelTime: 7 })),
)
if (!diner || !bistro) throw new Error('no places')

const rejected = (reply: { status: number; message: string | undefined }) => [reply.status, reply.message]

describe('starting a lunch', () => {
  test('with one place decides it immediately and includes the host', async () => {
    const ana = await eater({ firstName: 'Ana' })
    const reply = await ana.tryStart([diner], { meetingPoint: ' the lobby ', note: '', seats: 4 })
    expect(reply.status).toBe(201)
    const face = { id: ana.id, firstName: 'Ana', lastName: ana.lastName, profileImageUrl: null }
    expect(reply.body).toEqual({
      id: expect.any(Number),
      campusCode: 'arden',
      host: face,
      leavesAt: expect.any(String),
      decidesAt: null,
      meetingPoint: 'the lobby',
      note: null,
      seats: 4,
      department: null,
      state: 'decided',
      options: [
        {
          restaurantId: diner.id,
          name: 'Diner',
          address: diner.address,
          cuisine: 'pizza',
          price: '$$',
          travelTime: 7,
          distance: 2.5,
          openingTimes: null,
          cardImageUrl: null,
          addedBy: face,
          voters: [],
        },
      ],
      decision: { restaurantId: diner.id, name: 'Diner', how: 'only', tied: [] },
      people: [face],
      standing: null,
      version: 1,
    })
    expect((await ana.see(reply.body)).body).toEqual(reply.body)
    expect(await ana.list('arden')).toContainEqual(reply.body)
    expect(await ana.list('marionCG')).toEqual([])
  })

  test('works with a place near another campus; the list without a campus includes all campuses', async () => {
    const [ana, ben] = [await eater(), await eater()]
    const away = await app.restaurant({ campusCode: 'eastAsheville' })
    const here = await ana.start([away])
    const there = await ben.start([diner, away], { campusCode: 'eastAsheville' })
    const ids = async (campusCode?: string) => (await ana.list(campusCode)).map(({ id }) => id)
    expect(await ids()).toEqual(expect.arrayContaining([here.id, there.id]))
    expect(await ids('eastAsheville')).toEqual([there.id])
    expect(await ids('arden')).not.toContain(there.id)
  })

  test('with several places opens a vote until a chosen time', async () => {
    const decidesAt = inMinutes(20)
    const lunch = await (await eater()).start([diner, bistro, diner], { decidesAt })
    expect(lunch).toMatchObject({ state: 'voting', decision: null, decidesAt })
    expect(lunch.options.map(option => option.name)).toEqual(['Diner', 'Bistro'])
  })

  test('accepts a time with a UTC offset', async () => {
    const lunch = await (await eater()).start([diner], { leavesAt: '2026-11-20T12:05:00-05:00' })
    expect(lunch.leavesAt).toBe('2026-11-20T17:05:00.000Z')
  })

  test.each([
    ['in the past', { leavesAt: '2026-11-20T14:59:00Z' }, 'Choose a time in the future'],
    ['of another department', { department: 'Finance' }, 'A lunch can be for your own department only'],
    ['a week ahead', { leavesAt: '2026-11-27T05:00:00Z' }, 'A lunch can be at most 6 days ahead'],
    [
      'decided before now',
      { restaurantIds: [1, 2], decidesAt: '2026-11-20T14:59:59Z' },
      'The vote must close between now and when you leave',
    ],
    [
      'decided after it left',
      { restaurantIds: [1, 2], decidesAt: '2026-11-20T23:00:00Z' },
      'The vote must close between now and when you leave',
    ],
  ])('%s is rejected', async (_, fields, message) => {
    const reply = await (await eater()).tryStart([diner, bistro], fields)
    expect(rejected(reply)).toEqual([400, message])
  })

  test('at an unknown place says which one it is', async () => {
    const without = await (await eater()).tryStart([diner, { ...diner, id: 987_654 }])
    expect([without.status, without.body]).toMatchObject([404, { restaurantId: 987_654 }])
  })
})

test('null is as left out when a lunch is started, and clears what can be empty when it is changed', async () => {
  const ana = await eater()
  const empty = { decidesAt: null, meetingPoint: null, note: null, seats: null, department: null, move: null }
  const started = await ana.tryStart([diner], empty as never)
  expect([started.status, started.body.decidesAt, started.body.seats]).toEqual([201, null, null])
  const ben = await eater()
  const lunch = await ben.start([diner], { meetingPoint: 'the lobby', note: 'Hungry', seats: 4 })
  const body = { meetingPoint: null, note: null, seats: null, decidesAt: null }
  const changed = await ben.change(lunch, body)
  expect(changed.body).toMatchObject({ meetingPoint: null, note: null, seats: null })
})

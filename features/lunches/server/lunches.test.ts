import { describe, expect, test } from 'vitest'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startApp } from '#tests/support/start-app.ts'

/* What lunches.model.test.ts doesn't tell. */

const app = await startApp()
const { inMinutes, eater, eaterOf, places } = lunchesOf(app)
// 10 AM on a Friday.
app.clock.set('2026-11-20T15:00:00Z')
const details = { cuisine: 'pizza', travelTime: 7 }
const [diner, bistro] = [
  await app.restaurant({ name: 'Diner', ...details }),
  await app.restaurant({ name: 'Bistro', ...details }),
]

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

test('who is in another lunch is told which one, by joining, voting, starting and moving', async () => {
  const [ana, ben] = [await eater({ firstName: 'Ana' }), await eater()]
  const leavesAt = '2026-11-20T17:05:00Z'
  const first = await ana.start([diner], { leavesAt })
  const other = await (await eater()).start([bistro, diner], { leavesAt: '2026-11-20T18:35:00Z' })
  const own = await ben.start([bistro], { leavesAt: '2026-11-20T18:36:00Z' })
  await ben.join(first)
  for (const reply of [
    await ben.join(other),
    await ben.vote(other, [diner]),
    await ben.tryStart([bistro], { leavesAt }),
    await ben.change(own, { leavesAt }),
  ]) {
    expect(rejected(reply)).toEqual([409, 'You are already in Ana’s lunch at 12:05'])
    expect(reply.error.lunchId).toBe(first.id)
  }
})

test('a department’s lunch is only visible to its members and admins', async () => {
  const [ana, member] = [await eater(), await eater()]
  const other = await eater({ department: 'Finance' })
  const admin = eaterOf(await app.admin({ department: 'Finance' }))
  const lunch = await ana.start([diner], { department: 'Worship' })
  const isListed = async (who: typeof ana) => (await who.list()).some(({ id }) => id === lunch.id)
  expect(await Promise.all([ana, member, admin, other].map(isListed))).toEqual([true, true, true, false])
  await member.join(lunch)
  await app.db.updateTable('users').set({ department: 'Finance' }).where('id', '=', member.id).execute()
  expect((await member.leave(lunch)).status, 'who is in can still leave').toBe(200)
  expect((await member.see(lunch)).status).toBe(404)
})

test('the host can change the seats beside a meeting point and a note that were longer once', async () => {
  const ana = await eater()
  const lunch = await ana.start([diner])
  const old = { meetingPoint: 'm'.repeat(100), note: 'n'.repeat(300) }
  await app.db.updateTable('lunches').set(old).where('id', '=', lunch.id).execute()
  const changed = await ana.change(lunch, { ...old, seats: 9 })
  expect([changed.status, changed.body]).toMatchObject([200, { ...old, seats: 9 }])
  expect((await ana.change(lunch, { note: 'n'.repeat(299) })).status).toBe(400)
})

test('the host can change the end of the vote, alone or with the time of leaving', async () => {
  const ana = await eater()
  const lunch = await ana.start([diner, bistro])
  const changed = (await ana.change(lunch, { note: 'Later', meetingPoint: 'Door B' })).body
  expect(changed).toMatchObject({ note: 'Later', meetingPoint: 'Door B', decidesAt: lunch.decidesAt })
  expect((await ana.change(lunch, { meetingPoint: ' \u200B' })).body.meetingPoint).toBeNull()
  expect(rejected(await ana.change(lunch, { leavesAt: inMinutes(-1) }))).toEqual([
    400,
    'Choose a time in the future',
  ])
  const decidesAt = inMinutes(30)
  const both = { leavesAt: inMinutes(90), decidesAt }
  expect((await ana.change(lunch, { decidesAt })).body.decidesAt).toBe(decidesAt)
  // It doesn't move along then, and its time may be invalid.
  expect((await ana.change(lunch, both)).body).toMatchObject(both)
  for (const times of [
    { decidesAt: inMinutes(-1) },
    { decidesAt: inMinutes(91) },
    { leavesAt: inMinutes(20), decidesAt },
  ])
    expect(rejected(await ana.change(lunch, times))).toEqual([
      400,
      'The vote must close between now and when you leave',
    ])
  await ana.closeVote(lunch)
  expect(rejected(await ana.change(lunch, { decidesAt: inMinutes(40) }))).toEqual([409, 'The vote is closed'])
})

test('what administrators do with a lunch is in the audit log', async () => {
  const ana = await eater()
  const admin = eaterOf(await app.admin())
  const { id, leavesAt } = await ana.start([diner])
  await ana.change({ id }, { note: 'Mine' })
  await admin.change({ id }, { note: 'Ours' })
  await admin.cancel({ id })
  const about = { id, hostId: ana.id, leavesAt }
  expect(await app.audited()).toEqual([
    ['LUNCH_UPDATED', admin.id, { ...about, before: { note: 'Mine' }, after: { note: 'Ours' } }],
    ['LUNCH_CANCELLED', admin.id, about],
  ])
})

test('a host who leaves can be the host again for a minute, unless the next one has left too', async () => {
  const [ana, ben, cleo] = [await eater(), await eater(), await eater()]
  const lunch = await ana.start([diner])
  for (const who of [ben, cleo]) await who.join(lunch)
  const hostAgain = async (who: typeof ana) => (await who.join(lunch, { hostAgain: true })).body.host?.id
  await ana.leave(lunch)
  expect(await hostAgain(cleo), 'not for anyone else').toBe(ben.id)
  app.clock.advance({ seconds: 59 })
  expect(await hostAgain(ana)).toBe(ana.id)
  await ana.leave(lunch)
  app.clock.advance({ seconds: 61 })
  expect(await hostAgain(ana), 'too late').toBe(ben.id)
  await ben.leave(lunch)
  await cleo.leave(lunch)
  expect(await hostAgain(ben), 'another one has left since').toBe(ana.id)
  expect(await hostAgain(cleo)).toBe(cleo.id)
})

test('joining and closing the vote also work without a request body', async () => {
  const [ana, ben] = [await eater(), await eater()]
  const lunch = await ana.start(await places(2))
  expect((await ben.fetch(`/api/lunches/${lunch.id}/people`, { method: 'POST' })).status).toBe(200)
  expect((await ana.fetch(`/api/lunches/${lunch.id}/decision`, { method: 'POST' })).status).toBe(200)
})

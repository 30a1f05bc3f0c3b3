import { expect, test } from 'vitest'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startApp } from '#tests/support/start-app.ts'

/* What lunches.model.test.ts doesn't tell. */

const app = await startApp()
const { inMinutes, eater, eaterOf, places } = lunchesOf(app)
// 10 AM on a Friday.
app.clock.set('2026-11-20T15:00:00Z')
const [diner, bistro] = await places(2)

const rejected = (reply: { status: number; message: string | undefined }) => [reply.status, reply.message]

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

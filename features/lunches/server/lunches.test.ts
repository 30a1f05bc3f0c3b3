// On both engines: transactions.
import { describe, expect, test } from 'vitest'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp()
const { inMinutes, eater, eaterOf, places } = lunchesOf(app)
// 10 AM on a Friday.
app.clock.set('2026-11-20T15:00:00Z')
const [diner, bistro, cafe] = await Promise.all(
  ['Diner', 'Bistro', 'Café'].map(name => app.restaurant({ name, cuisine: 'pizza', travelTime: 7 })),
)
if (!diner || !bistro || !cafe) throw new Error('no places')

const rejected = (reply: { status: number; message: string | undefined }) => [reply.status, reply.message]
const names = (people: { firstName: string }[]) => people.map(person => person.firstName)

describe('joining and leaving', () => {
  test('people join and leave once, and are listed in the order of joining', async () => {
    const [ana, ben, cleo] = [
      await eater(),
      await eater({ firstName: 'Ben' }),
      await eater({ firstName: 'Cleo' }),
    ]
    const lunch = await ana.start([diner])
    await cleo.join(lunch)
    const joined = (await ben.join(lunch)).body
    expect(names(joined.people)).toEqual(['Robin', 'Cleo', 'Ben'])
    expect(joined.version).toBe(lunch.version + 2)
    expect((await ben.join(lunch)).body, 'a second click').toEqual(joined)
    await cleo.leave(lunch)
    expect(names((await cleo.leave(lunch)).body.people)).toEqual(['Robin', 'Ben'])
    expect(names((await cleo.join(lunch)).body.people)).toEqual(['Robin', 'Ben', 'Cleo'])
  })

  test('no one can join a full lunch, and its seats can’t be reduced below its people', async () => {
    const [ana, ben, cleo] = [await eater(), await eater(), await eater()]
    const lunch = await ana.start([diner, bistro], { seats: 2 })
    await ben.join(lunch)
    expect(rejected(await cleo.join(lunch))).toEqual([409, 'This lunch is full'])
    expect(rejected(await cleo.vote(lunch, [diner]))).toEqual([409, 'This lunch is full'])
    expect((await ben.vote(lunch, [diner])).status, 'who is in votes').toBe(200)
    await ana.change(lunch, { seats: 3 })
    await cleo.join(lunch)
    expect(rejected(await ana.change(lunch, { seats: 2 }))).toEqual([409, '3 people are already in'])
    expect((await ana.change(lunch, { seats: null })).body.seats).toBeNull()
  })

  test('no one can be in two lunches within ninety minutes; they can only move', async () => {
    const [ana, ben] = [await eater({ firstName: 'Ana' }), await eater()]
    const leavesAt = '2026-11-20T17:05:00Z'
    const first = await ana.start([diner], { leavesAt })
    const other = await (await eater()).start([bistro, diner], { leavesAt: '2026-11-20T18:35:00Z' })
    const later = await (await eater()).start([bistro], { leavesAt: '2026-11-20T18:36:00Z' })
    await ben.join(first)
    const sentence = 'You are already in Ana’s lunch at 12:05'
    for (const reply of [
      await ben.join(other),
      await ben.vote(other, [diner]),
      await ben.tryStart([cafe], { leavesAt }),
    ]) {
      expect(rejected(reply)).toEqual([409, sentence])
      expect(reply.error.lunchId).toBe(first.id)
    }
    expect((await ben.join(later)).status).toBe(200)
    await ben.leave(later)
    expect(names((await ben.join(other, { move: true })).body.people)).toHaveLength(2)
    expect((await ben.see(first)).body.people).toHaveLength(1)
    expect((await ben.vote(first, [], { move: true })).status, 'nothing to vote on any more').toBe(409)
    const vote = await (await eater()).start([cafe, diner], { leavesAt })
    await ben.vote(vote, [diner], { move: true })
    expect((await ben.see(other)).body.people).toHaveLength(1)
    expect((await ben.see(vote)).body.people).toHaveLength(2)
  })

  test('moving to a full lunch is rejected, and the seat in the first one is kept', async () => {
    const [ana, ben, cleo] = [await eater(), await eater(), await eater()]
    const [first, full] = [await ana.start([diner]), await ben.start([bistro], { seats: 2 })]
    await cleo.join(first)
    await (await eater()).join(full)
    expect(rejected(await cleo.join(full, { move: true }))).toEqual([409, 'This lunch is full'])
    expect((await cleo.see(first)).body.people).toHaveLength(2)
  })

  test('if the host leaves, the next person becomes host; if the last person leaves, the lunch is cancelled', async () => {
    const [ana, ben, cleo] = [await eater(), await eater(), await eater()]
    const lunch = await ana.start([diner, bistro])
    await ben.join(lunch)
    await cleo.vote(lunch, [diner])
    expect((await ana.leave(lunch)).body.host?.id).toBe(ben.id)
    expect(rejected(await ana.change(lunch, { note: 'x' }))).toEqual([
      403,
      'Only the host can change this lunch',
    ])
    const left = (await cleo.leave(lunch)).body
    expect(
      left.options.flatMap(option => option.voters),
      'votes go along',
    ).toEqual([])
    expect((await ben.leave(lunch)).body).toMatchObject({
      state: 'cancelled',
      people: [],
      host: { id: ben.id },
    })
    expect(rejected(await ana.join(lunch))).toEqual([409, 'This lunch was cancelled'])
  })

  test('a department’s lunch is only visible to its members and admins', async () => {
    const [ana, member] = [await eater(), await eater()]
    const other = await eater({ department: 'Finance' })
    const admin = eaterOf(await app.admin({ department: 'Finance' }))
    const lunch = await ana.start([diner], { department: 'Worship' })
    const isListed = async (who: typeof ana) => (await who.list()).some(({ id }) => id === lunch.id)
    expect(await Promise.all([ana, member, admin, other].map(isListed))).toEqual([true, true, true, false])
    for (const reply of [await other.see(lunch), await other.join(lunch), await other.vote(lunch, [])])
      expect(rejected(reply)).toEqual([404, 'Lunch not found'])
    await member.join(lunch)
    await app.db.updateTable('users').set({ department: 'Finance' }).where('id', '=', member.id).execute()
    expect((await member.leave(lunch)).status, 'who is in can still leave').toBe(200)
    expect((await member.see(lunch)).status).toBe(404)
  })
})

describe('the host', () => {
  test('can change the seats beside a meeting point and a note that were longer once', async () => {
    const ana = await eater()
    const lunch = await ana.start([diner])
    const old = { meetingPoint: 'm'.repeat(100), note: 'n'.repeat(300) }
    await app.db.updateTable('lunches').set(old).where('id', '=', lunch.id).execute()
    const changed = await ana.change(lunch, { ...old, seats: 9 })
    expect([changed.status, changed.body]).toMatchObject([200, { ...old, seats: 9 }])
    expect((await ana.change(lunch, { note: 'n'.repeat(299) })).status).toBe(400)
  })

  test('can move a lunch, and its vote moves along', async () => {
    const ana = await eater()
    const lunch = await ana.start([diner, bistro])
    const leavesAt = inMinutes(120)
    const moved = (await ana.change(lunch, { leavesAt, note: 'Later', meetingPoint: 'Door B' })).body
    expect(moved).toMatchObject({
      leavesAt,
      note: 'Later',
      meetingPoint: 'Door B',
      version: lunch.version + 1,
    })
    expect(Date.parse(leavesAt) - Date.parse(moved.decidesAt ?? '')).toBe(10 * 60_000)
    expect((await ana.change(lunch, { meetingPoint: ' \u200B' })).body.meetingPoint).toBeNull()
    expect((await ana.change(lunch, {})).body.version).toBe(lunch.version + 2)
    expect(rejected(await ana.change(lunch, { leavesAt: inMinutes(-1) }))).toEqual([
      400,
      'Choose a time in the future',
    ])
    for (const minutes of [-1, 121])
      expect((await ana.change(lunch, { decidesAt: inMinutes(minutes) })).status).toBe(400)
    const decidesAt = inMinutes(30)
    expect((await ana.change(lunch, { decidesAt })).body.decidesAt).toBe(decidesAt)
    // If both times are given, the vote does not move along, and its time may be invalid.
    const both = { leavesAt: inMinutes(90), decidesAt }
    expect((await ana.change(lunch, both)).body).toMatchObject(both)
    expect(rejected(await ana.change(lunch, { leavesAt: inMinutes(20), decidesAt }))).toEqual([
      400,
      'The vote must close between now and when you leave',
    ])
    await ana.closeVote(lunch)
    expect(rejected(await ana.change(lunch, { decidesAt: inMinutes(40) }))).toEqual([
      409,
      'The vote is closed',
    ])
  })

  test('can’t move a lunch to overlap with their own other lunch; those of other people don’t matter', async () => {
    const [ana, ben] = [await eater({ firstName: 'Ana' }), await eater({ firstName: 'Ben' })]
    const lunch = await ana.start([diner], { leavesAt: '2026-11-20T17:00:00Z' })
    const later = await ben.start([bistro], { leavesAt: '2026-11-20T19:00:00Z' })
    await ben.join(lunch)
    await ana.join(later)
    const reply = await ana.change(lunch, { leavesAt: '2026-11-20T17:30:00Z' })
    expect(rejected(reply)).toEqual([409, 'You are already in Ben’s lunch at 2:00'])
    expect(reply.error.lunchId).toBe(later.id)
    expect((await ana.change(lunch, { leavesAt: '2026-11-20T17:29:00Z' })).status).toBe(200)
    await ana.leave(later)
    expect((await ana.change(lunch, { leavesAt: '2026-11-20T18:00:00Z' })).status).toBe(200)
    expect((await ben.see(later)).body.people).toMatchObject([{ id: ben.id }])
  })

  test('can cancel a lunch, which stays visible', async () => {
    const [ana, ben] = [await eater(), await eater()]
    const lunch = await ana.start([diner])
    expect(rejected(await ben.cancel(lunch))).toEqual([403, 'Only the host can change this lunch'])
    expect((await ana.cancel(lunch)).status).toBe(204)
    expect((await ben.list()).find(({ id }) => id === lunch.id)?.state).toBe('cancelled')
    for (const reply of [
      await ana.cancel(lunch),
      await ben.join(lunch),
      await ana.leave(lunch),
      await ana.closeVote(lunch),
    ])
      expect(rejected(reply)).toEqual([409, 'This lunch was cancelled'])
  })

  test('causes no audit entries, while an admin who changes or cancels the lunch does', async () => {
    const ana = await eater()
    const admin = eaterOf(await app.admin())
    const lunch = await ana.start([diner])
    await ana.change(lunch, { note: 'mine' })
    await admin.change(lunch, { note: 'theirs' })
    await admin.cancel(lunch)
    expect(await app.audited()).toMatchObject([
      ['LUNCH_UPDATED', admin.id, { id: lunch.id, before: { note: 'mine' }, after: { note: 'theirs' } }],
      ['LUNCH_CANCELLED', admin.id, { id: lunch.id, hostId: ana.id }],
    ])
  })
})

test('joining and closing the vote also work without a request body', async () => {
  const [ana, ben] = [await eater(), await eater()]
  const lunch = await ana.start(await places(2))
  expect((await ben.fetch(`/api/lunches/${lunch.id}/people`, { method: 'POST' })).status).toBe(200)
  expect((await ana.fetch(`/api/lunches/${lunch.id}/decision`, { method: 'POST' })).status).toBe(200)
})

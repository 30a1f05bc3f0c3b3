import { describe, expect, onTestFinished, test } from 'vitest'
import { deleteAccount } from '#features/accounts/contract.ts'
import { chatKinds } from '#features/chat/contract.ts'
import { deleteRestaurant } from '#features/restaurants/contract.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { startChatApp } from '#tests/support/people/chats.ts'
import { standingLunchesOf } from '#tests/support/people/standing-lunches.ts'

const { app, connect, eater, inMinutes, places, posted, waiting } = await startChatApp()

describe('a lunch is posted', () => {
  test.each(chatKinds)('when it starts, is decided, moved and cancelled: %s', async kind => {
    await connect('arden', kind)
    const ana = await eater({ firstName: 'Ana', lastName: 'Bell' })
    const [one, two] = [
      await app.restaurant({ name: 'Pho Vinh' }),
      await app.restaurant({ name: 'Taco Stand' }),
    ]
    const lunch = await ana.start([one, two], { meetingPoint: 'the lobby' })
    expect(await posted()).toEqual([
      expect.stringMatching(/^Ana Bell started a lunch.*11:00 AM.*the lobby.*Pho Vinh or Taco Stand/),
    ])
    await ana.closeVote(lunch, one.id)
    expect(await posted()).toEqual([expect.stringMatching(/^Ana Bell picked Pho Vinh.*11:00 AM/)])
    await ana.change(lunch, { leavesAt: inMinutes(90) })
    expect(await posted()).toEqual([expect.stringMatching(/Pho Vinh has moved.*11:30 AM/)])
    await ana.cancel(lunch)
    const [cancelled, ...more] = await posted()
    expect([cancelled, more]).toEqual([expect.stringMatching(/Pho Vinh.*11:30 AM, is cancelled/), []])
    expect(cancelled).toContain(`http://localhost:0/?lunch=${lunch.id}`)
    expect(await waiting()).toEqual([])
  })

  test('when its vote is opened again, once', async () => {
    await connect('arden', 'slack')
    const ana = await eater({ firstName: 'Ana', lastName: 'Bell' })
    const [one, two, three] = await places(3)
    const lunch = await ana.start([one, two, three])
    await ana.closeVote(lunch, one.id)
    await app.as(await app.superUser()).call(deleteRestaurant, idParams(one))
    await posted()
    for (let i = 0; i < 2; i += 1) await ana.reopen(lunch)
    expect(await posted()).toEqual([
      expect.stringMatching(
        `^Ana Bell opened the vote again. Vote on ${two.name} or ${three.name}. .*11:00 AM`,
      ),
    ])
  })

  test('that a standing lunch makes, as any other', async () => {
    onTestFinished(async () => void (await app.db.deleteFrom('standingLunches').execute()))
    const { regular, make, madeBy } = standingLunchesOf(app)
    const place = await app.restaurant({ name: 'Pho Vinh' })
    const ana = await regular({ firstName: 'Ana', lastName: 'Bell' })
    const standing = await ana.repeat({ weekdays: [4], time: '12:00', restaurantIds: [place.id] })
    expect(await posted()).toEqual([
      expect.stringMatching(/^Ana Bell is going to Pho Vinh.*today at 12:00 PM/),
    ])
    app.clock.set('2026-11-21T15:00:00Z')
    await make()
    expect(await posted()).toEqual([expect.stringMatching(/^Ana Bell is going to Pho Vinh.*12:00 PM/)])
    const lunch = (await madeBy(standing)).at(-1)
    const event = await ana.fetch(`/api/lunches/${lunch?.id}/calendar.ics`)
    expect(await event.text()).toContain('DTSTART:20261127T170000Z')
  })

  test('with the addresses of branches, and with names from right to left isolated', async () => {
    const ana = await eater({ firstName: 'יוסי', lastName: 'כהן' })
    const [one, two] = [
      await app.restaurant({ name: 'McDonald’s', address: '1125 Merrimon Ave, Asheville, NC 28804' }),
      await app.restaurant({ name: 'McDonald’s', address: '24 Tunnel Rd, Asheville, NC 28805' }),
    ]
    const lunch = await ana.start([one, two])
    expect(await posted()).toEqual([
      expect.stringMatching(
        /^\u2068יוסי כהן\u2069 started.* McDonald’s \(Merrimon Ave\) or McDonald’s \(Tunnel Rd\)/,
      ),
    ])
    await ana.closeVote(lunch, two.id)
    expect(await posted()).toEqual([expect.stringContaining('picked McDonald’s (Tunnel Rd).')])
    // The other one isn't among the places, but at the campus.
    await (await eater()).start([one])
    expect(await posted()).toEqual([
      expect.stringContaining('is going to McDonald’s (Merrimon Ave) for lunch'),
    ])
    const pho = await app.restaurant({ name: 'Pho Vinh' })
    await (await eater()).start([two, pho])
    expect(await posted()).toEqual([expect.stringContaining('Vote on McDonald’s (Tunnel Rd) or Pho Vinh.')])
    // A name is the same however it is written.
    const accented = await app.restaurant({ name: 'Élan Café', address: '7 Oak St, Asheville, NC 28804' })
    await app.restaurant({ name: 'elan cafe', address: '9 Elm St, Asheville, NC 28804' })
    await (await eater()).start([accented])
    expect(await posted()).toEqual([expect.stringContaining('is going to Élan Café (Oak St) for lunch')])
  })

  test('once if it has only one place, and again when the clock closes a vote', async () => {
    const ana = await eater()
    await ana.start(await places(1))
    expect(await posted()).toHaveLength(1)
    const other = await eater()
    await other.start(await places(2))
    await posted()
    app.clock.advance({ minutes: 50 })
    app.deps.jobs.lunchClock.wake()
    await app.deps.jobs.lunchClock.settled()
    expect(await posted()).toEqual([expect.stringContaining('the draw picked')])
  })

  test('as cancelled when the last person leaves, moves to another lunch, or deletes their account', async () => {
    const [place] = await places(1)
    const [ana, ben] = [await eater({ firstName: 'Ana' }), await eater({ firstName: 'Ben' })]
    const first = await ana.start([place ?? expect.fail()])
    await ben.join(first)
    await ana.leave(first)
    expect(await posted()).toHaveLength(1)
    await ben.leave(first)
    expect(await posted()).toEqual([expect.stringMatching(/^Ben .*is cancelled/)])

    const [alone, host] = [await eater({ firstName: 'Cal' }), await eater()]
    await alone.start([place ?? expect.fail()])
    const target = await host.start([place ?? expect.fail()])
    await posted()
    await alone.join(target, { move: true })
    expect(await posted()).toEqual([expect.stringMatching(/^Cal .*is cancelled/)])

    const dee = await eater({ firstName: 'Dee' })
    await dee.start([place ?? expect.fail()])
    await posted()
    const gone = await dee.call(deleteAccount, { params: { id: dee.id }, body: { email: dee.email } })
    expect(gone.status).toBe(204)
    expect(await posted()).toEqual([expect.stringMatching(/^A lunch at .*is cancelled/)])
  })

  test('when its meeting point changes, but not for changes of the note, seats, votes or people', async () => {
    const [ana, ben] = [await eater(), await eater()]
    const both = await places(2)
    const lunch = await ana.start(both)
    await posted()
    await ana.change(lunch, { note: 'Bring a coat', seats: 5 })
    await ben.join(lunch)
    await ben.vote(lunch, both)
    await ben.leave(lunch)
    await ana.change(lunch, { decidesAt: inMinutes(5) })
    expect(await posted()).toEqual([])
    await ana.change(lunch, { meetingPoint: 'the car park' })
    expect(await posted()).toEqual([expect.stringContaining('from the car park')])
  })

  test('only if it is open to all departments and its campus has a webhook [T-206]', async () => {
    const ana = await eater()
    const both = await places(2)
    const lunch = await ana.start(both, { department: ana.department })
    await ana.change(lunch, { leavesAt: inMinutes(45) })
    await ana.closeVote(lunch)
    await ana.cancel(lunch)
    await ana.start(both, { campusCode: 'brevard' })
    expect([await waiting(), await posted()]).toEqual([[], []])
  })

  test('only for committed changes: a change that is rolled back is not posted', async () => {
    const ana = await eater()
    expect((await ana.tryStart(await places(1), { leavesAt: inMinutes(-5) })).status).toBe(400)
    const lunch = await ana.start(await places(1))
    await posted()
    expect((await ana.change(lunch, { leavesAt: inMinutes(90), seats: 1 })).status).toBe(400)
    expect([await waiting(), await posted()]).toEqual([[], []])
  })
})

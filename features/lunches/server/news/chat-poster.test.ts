import { describe, expect, onTestFinished, test } from 'vitest'
import { deleteAccount } from '#features/accounts/contract.ts'
import { deleteRestaurant } from '#features/restaurants/contract.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { startChatApp } from '#tests/support/people/chats.ts'
import { standingLunchesOf } from '#tests/support/people/standing-lunches.ts'

const { app, eater, inMinutes, places, posted, waiting } = await startChatApp()

describe('a lunch is posted', () => {
  test('when it starts, is decided, moved and cancelled', async () => {
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
    const place = await app.restaurant({ name: 'Pho Vinh' })
    const ana = await standingLunchesOf(app).regular({ firstName: 'Ana', lastName: 'Bell' })
    await ana.repeat({ weekdays: [4], time: '12:00', restaurantIds: [place.id] })
    expect(await posted()).toEqual([
      expect.stringMatching(/^Ana Bell is going to Pho Vinh.*today at 12:00 PM/),
    ])
  })

  test('with the addresses of branches at the campus, and with names from right to left isolated', async () => {
    const ana = await eater({ firstName: 'יוסי', lastName: 'כהן' })
    const name = 'McDonald’s'
    await app.restaurant({ name, address: '1125 Merrimon Ave, Asheville, NC 28804' })
    const branch = await app.restaurant({ name, address: '24 Tunnel Rd, Asheville, NC 28805' })
    const lunch = await ana.start([branch, await app.restaurant({ name: 'Pho Vinh' })])
    expect(await posted()).toEqual([
      expect.stringMatching(/^\u2068יוסי כהן\u2069 started.* McDonald’s \(Tunnel Rd\) or Pho Vinh\./),
    ])
    await ana.closeVote(lunch, branch.id)
    expect(await posted()).toEqual([expect.stringContaining('picked McDonald’s (Tunnel Rd).')])
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
    const first = await ana.start([place])
    await ben.join(first)
    await ana.leave(first)
    expect(await posted()).toHaveLength(1)
    await ben.leave(first)
    expect(await posted()).toEqual([expect.stringMatching(/^Ben .*is cancelled/)])

    const [alone, host] = [await eater({ firstName: 'Cal' }), await eater()]
    await alone.start([place])
    const target = await host.start([place])
    await posted()
    await alone.join(target, { move: true })
    expect(await posted()).toEqual([expect.stringMatching(/^Cal .*is cancelled/)])

    const dee = await eater({ firstName: 'Dee' })
    await dee.start([place])
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
})

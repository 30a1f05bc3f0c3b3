// On both engines: the statements that queue and compose notifications.
import { describe, expect, test } from 'vitest'
import type { PushKind } from '#features/push/contract.ts'
import { updateRestaurant } from '#features/restaurants/contract.ts'
import { standingLunchesOf } from '#tests/support/people/standing-lunches.ts'
import { startPushApp } from '#tests/support/push/push.ts'

/* What a phone is told once its push service can be reached again: what is so then, or nothing. */

const { app, addBrowser, arrived, eater, fake, inMinutes, notified, places, waiting } = await startPushApp()
const { make, madeBy, regularOf } = standingLunchesOf(app)
const isolated = (name: string) => `\u2068${name}\u2069`

/** Does something while no push service can be reached, lets time pass, and returns what arrives afterwards. */
async function whileDown(what: () => Promise<unknown>, minutes: number) {
  fake.reply(() => ({ status: 503 }))
  await what()
  await arrived()
  fake.reply()
  return (await arrived(minutes)).map(({ to, title, body }) => [to, title, body])
}

describe('after an outage of the push services', () => {
  test('of an hour, a lunch that has left is not mentioned, nor one that was moved to before now', async () => {
    const [host, ben] = [await eater(), await notified()]
    const lunch = await host.start(await places(1), { leavesAt: inMinutes(90) })
    await ben.join(lunch)
    const moved = () => host.change(lunch, { leavesAt: inMinutes(50) })
    expect(await whileDown(moved, 60)).toEqual([])
    expect(await waiting()).toEqual([])
  })

  test('only the latest arrives, once on each device of a person, with host, place and time as they are now', async () => {
    const [host, ben] = [await notified({ firstName: 'Ana', lastName: 'Bell' }), await notified()]
    const second = await addBrowser(ben, 'web.push.apple.com')
    const [one, two] = await Promise.all([
      app.restaurant({ name: 'Pho Vinh' }),
      app.restaurant({ name: 'Taco Stop' }),
    ])
    const lunch = await host.start([one, two], { leavesAt: inMinutes(180) })
    await ben.join(lunch)
    const told = await whileDown(async () => {
      await host.change(lunch, { leavesAt: inMinutes(200), meetingPoint: 'the lobby' })
      await host.closeVote(lunch, one.id)
      await host.change(lunch, { meetingPoint: 'the gate' })
      const root = app.as(await app.superUser())
      const { status } = await root.call(updateRestaurant, {
        params: { id: one.id },
        body: { name: 'Pho House' },
      })
      expect(status).toBe(200)
    }, 60)
    const decided = (await ben.see(lunch)).body.decision?.name ?? ''
    expect(told.map(([to]) => to).toSorted()).toEqual([ben.browser.endpoint, second.endpoint].toSorted())
    for (const [, title, body] of told) {
      expect(title).toBe(`Now meets at ${isolated('the gate')}`)
      expect(body).toBe(`${isolated(decided)} · leaves at 1:20`)
    }
    expect([await arrived(1), await waiting()]).toEqual([[], []])
  })

  test('who left meanwhile hears nothing, and the others of the new host and of one person fewer', async () => {
    const [host, ben, cleo] = [
      await notified({ firstName: 'Ana', lastName: 'Bell' }),
      await notified({ firstName: 'Ben', lastName: 'Birch' }),
      await notified(),
    ]
    const lunch = await host.start(await places(2), { leavesAt: inMinutes(120) })
    for (const who of [ben, cleo]) await who.join(lunch)
    const told = await whileDown(async () => {
      await host.change(lunch, { leavesAt: inMinutes(130) })
      await host.leave(lunch)
    }, 60)
    expect(told.toSorted()).toEqual(
      [
        [ben.browser.endpoint, 'You’re the host now', 'Your lunch · leaves at 12:10'],
        [cleo.browser.endpoint, 'Now leaves at 12:10', `${isolated('Ben Birch')}’s lunch · 2 are going`],
      ].toSorted(),
    )
  })

  test('of a lunch that was to leave and was cancelled meanwhile, only that is told', async () => {
    const [host, ben] = [await eater(), await notified()]
    const lunch = await host.start(await places(1))
    await ben.join(lunch)
    app.clock.advance({ minutes: 50 })
    const cancel = async () => {
      await arrived()
      await host.cancel(lunch)
    }
    const told = await whileDown(cancel, 1)
    expect(told.map(([, title]) => title)).toEqual([expect.stringMatching(/ is cancelled$/)])
  })

  test('a lunch that is full by then is announced to nobody; one with a seat is', async () => {
    const [host, guest] = [await eater(), await eater()]
    const ben = await notified({}, ['started'])
    const seats = { seats: 2, leavesAt: inMinutes(180) }
    const told = await whileDown(async () => {
      await guest.join(await host.start(await places(1), seats))
      await host.start(await places(1), { ...seats, leavesAt: inMinutes(300) })
    }, 30)
    expect(told.map(([to]) => to)).toEqual([ben.browser.endpoint])
    expect(told.flat().join()).toContain('leaves at 3:00')
  })

  test('the vote is over: nobody is asked to vote', async () => {
    const [host, ben] = [await eater(), await notified({}, ['closing'])]
    const lunch = await host.start(await places(2), { leavesAt: inMinutes(180), decidesAt: inMinutes(60) })
    await ben.join(lunch)
    app.clock.advance({ minutes: 50 })
    expect(await whileDown(async () => undefined, 30)).toEqual([])
    expect(await waiting()).toEqual([])
  })
})

test('a lunch that a standing lunch makes is no started one; its regulars are told as of any other', async () => {
  const most: PushKind[] = ['leaving', 'changed', 'closing', 'started']
  const [host, ben] = [await notified({}, most), await notified({}, most)]
  await notified({}, most)
  const [ana, regular] = [regularOf(host), regularOf(ben)]
  const { id } = await app.restaurant()
  const standing = await ana.repeat({ weekdays: [4], time: '12:00', restaurantIds: [id] })
  await regular.come(standing)
  expect(await arrived()).toEqual([])
  app.clock.set('2026-11-21T15:00:00Z')
  await make()
  expect(await arrived()).toEqual([])
  const lunch = (await madeBy(standing)).at(-1)
  expect(lunch).toMatchObject({ date: '2026-11-27', peopleCount: 2 })
  await ana.edit(standing, { time: '12:30' })
  expect((await arrived()).map(({ to, title }) => [to, title])).toEqual([
    [ben.browser.endpoint, 'Now leaves on Friday at 12:30'],
  ])
  app.clock.set('2026-11-27T17:19:00Z')
  expect(await arrived()).toEqual([])
  expect((await arrived(1)).map(({ title }) => title)).toEqual(['Leaves at 12:30', 'Leaves at 12:30'])
})

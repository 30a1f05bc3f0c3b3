// On both engines: the statements that queue and compose notifications.
import { describe, expect, test } from 'vitest'
import { pushKinds } from '#features/push/contract.ts'
import { createRating } from '#features/ratings/contract.ts'
import { startPushApp } from '#tests/support/push/push.ts'

const { app, arrived, eater, fake, inMinutes, notified, places, waiting } = await startPushApp()
const isolated = (name: string) => `\u2068${name}\u2069`
const titles = async (minutes?: number) => (await arrived(minutes)).map(({ title }) => title)

describe('people in a lunch are notified', () => {
  test('ten minutes before it leaves, once, with a text that a browser can decrypt', async () => {
    const host = await notified({ firstName: 'Ana', lastName: 'Bell' })
    const ben = await notified()
    const place = await app.restaurant({ name: 'Pho Vinh' })
    const lunch = await host.start([place], { meetingPoint: 'the lobby' })
    await ben.join(lunch)
    expect(await arrived(49)).toEqual([])
    const messages = await arrived(1)
    expect(messages.map(({ to }) => to).toSorted()).toEqual(
      [host.browser.endpoint, ben.browser.endpoint].toSorted(),
    )
    expect(messages[0]).toMatchObject({
      title: `Leaves at 11:00 from ${isolated('the lobby')}`,
      body: `${isolated('Pho Vinh')} · 2 are going`,
      tag: `lunch-${lunch.id}`,
      navigate: `http://localhost:0/?lunch=${lunch.id}`,
      payload: { web_push: 8030, notification: { renotify: true } },
    })
    expect(messages[0]?.headers).toMatchObject({ urgency: 'high', topic: `lunch-${lunch.id}` })
    expect(Number(messages[0]?.headers.ttl)).toBeGreaterThan(590)
    expect(Number(messages[0]?.headers.ttl)).toBeLessThanOrEqual(600)
    expect([await arrived(1), await waiting()]).toEqual([[], []])
  })

  test('again if it is moved later; nobody who joins in the last ten minutes is', async () => {
    const [host, ben, late] = [await eater(), await notified(), await notified()]
    const lunch = await host.start(await places(1))
    await ben.join(lunch)
    app.clock.advance({ minutes: 52 })
    // Before any clock has run.
    await late.join(lunch)
    expect((await arrived()).map(({ to }) => to)).toEqual([ben.browser.endpoint])
    await host.change(lunch, { leavesAt: inMinutes(30) })
    expect(await titles()).toEqual(['Now leaves at 11:22', 'Now leaves at 11:22'])
    expect(await titles(20)).toEqual(['Leaves at 11:22', 'Leaves at 11:22'])
  })

  test('a move to within ten minutes says it all, even to those who chose only one of both', async () => {
    const [host, ben] = [await notified(), await notified({}, ['leaving'])]
    const lunch = await host.start(await places(1))
    await ben.join(lunch)
    await host.change(lunch, { leavesAt: inMinutes(8) })
    expect(await titles()).toEqual(['Now leaves at 10:08'])
    expect(await titles(1)).toEqual([])
  })

  test('when it is moved to when they are in another one, that they are', async () => {
    const [host, ben, cal] = [await eater(), await notified(), await notified()]
    const [place] = await places(1)
    const lunch = await host.start([place], { leavesAt: inMinutes(20) })
    const other = await (await eater()).start([place], { leavesAt: inMinutes(150) })
    await ben.join(other)
    for (const who of [ben, cal]) await who.join(lunch)
    await host.change(lunch, { leavesAt: inMinutes(60), doubleBooked: 1 })
    const bodies = (await arrived()).map(({ to, body }) => [to, body])
    expect(Object.fromEntries(bodies)).toEqual({
      [ben.browser.endpoint]: `${isolated(place.name)} · you’re also in a lunch at 12:30: leave one`,
      [cal.browser.endpoint]: `${isolated(place.name)} · 3 are going`,
    })
  })

  test('when it is moved, meets elsewhere, is decided or cancelled, but not of other changes, nor by oneself', async () => {
    const [host, ben] = [await notified(), await notified()]
    const [one, two] = [await app.restaurant({ name: 'Pho Vinh' }), await app.restaurant()]
    const lunch = await host.start([one, two])
    await ben.join(lunch)
    await host.change(lunch, { note: 'Bring a coat', seats: 5 })
    expect(await arrived()).toEqual([])
    await host.change(lunch, { meetingPoint: 'the car park' })
    expect(await titles()).toEqual([`Now meets at ${isolated('the car park')}`])
    fake.reply(() => ({ status: 500 }))
    await host.change(lunch, { leavesAt: inMinutes(90) })
    await arrived()
    fake.reply()
    await host.closeVote(lunch, one.id)
    // Only the latest news of a lunch is sent.
    expect((await titles(1)).slice(-1)).toEqual([`The host picked ${isolated('Pho Vinh')}`])
    await host.change(lunch, { meetingPoint: null })
    expect(await titles()).toEqual(['No meeting point any more'])
    await host.change(lunch, { leavesAt: inMinutes(24 * 60) })
    expect(await titles()).toEqual(['Now leaves tomorrow at 10:01'])
    await host.cancel(lunch)
    expect(await titles()).toEqual([`${isolated('Pho Vinh')} is cancelled`])
  })

  test('of a vote that the clock decides, the host too', async () => {
    const host = await notified({}, ['changed'])
    await host.start(await places(2), { leavesAt: inMinutes(120), decidesAt: inMinutes(30) })
    const [told] = await arrived(30)
    expect(told?.title).toMatch(/^A tie, and the draw picked /)
    expect(told?.body).toMatch(/ · 1 is going$/)
  })

  test('ten minutes before the vote ends if they have not voted, unless the vote was that short', async () => {
    const [host, ben] = [await notified({}, ['closing']), await notified({}, ['closing'])]
    const both = await places(2)
    const lunch = await host.start(both, { leavesAt: inMinutes(120), decidesAt: inMinutes(60) })
    await ben.vote(lunch, both.slice(0, 1))
    expect(await arrived(49)).toEqual([])
    expect((await arrived(1)).map(({ to, title }) => [to, title])).toEqual([
      [host.browser.endpoint, 'Vote until 11:00'],
    ])
    expect(await arrived(1)).toEqual([])
    await host.cancel(lunch)
    await host.start(both, { leavesAt: inMinutes(120), decidesAt: inMinutes(9) })
    expect(await arrived(1)).toEqual([])
  })
})

test('those who want to hear of new lunches do, at their campus and in the lunch’s department only', async () => {
  const every = [...pushKinds]
  const place = { campusCode: 'arden', department: 'Worship' }
  const host = await notified({ ...place, firstName: 'Ana', lastName: 'Bell' }, every)
  const same = await notified(place, every)
  const other = await notified({ ...place, department: 'Finance' }, every)
  await notified({ ...place, campusCode: 'brevard' }, every)
  await notified(place)
  const to = async () => (await arrived()).map(message => message.to).toSorted()
  const lunch = await host.start(await places(1))
  expect(await to()).toEqual([same.browser.endpoint, other.browser.endpoint].toSorted())
  await host.cancel(lunch)
  await host.start(await places(1), { department: 'Worship' })
  expect(await to()).toEqual([same.browser.endpoint])
})

test('with "How was it?", who was there is asked, unless they have rated it in the meantime', async () => {
  const [host, ben, left] = [
    await notified({}, ['after']),
    await notified({}, ['after']),
    await notified({}, ['after']),
  ]
  const place = await app.restaurant({ name: 'Pho Vinh' })
  const lunch = await host.start([place])
  await ben.join(lunch)
  await left.join(lunch)
  await left.leave(lunch)
  await arrived(90)
  await ben.call(createRating, { body: { restaurantId: place.id, value: 4 } })
  const messages = await arrived(16)
  expect(messages.map(({ to, title }) => [to, title])).toEqual([
    [host.browser.endpoint, `How was ${isolated('Pho Vinh')}?`],
  ])
  expect(Number(messages[0]?.headers.ttl)).toBeGreaterThan(23 * 3600)
  expect(await arrived(60)).toEqual([])
})

test('nothing is sent to people who may no longer see a lunch, or whose account was disabled', async () => {
  const host = await notified({ department: 'Worship' })
  const mover = await notified({ department: 'Worship' }, ['started'])
  const disabled = await notified({ department: 'Worship' }, ['started'])
  fake.reply(() => ({ status: 500 }))
  await host.start(await places(1), { department: 'Worship' })
  await arrived()
  fake.reply()
  fake.requests.splice(0)
  await app.db.updateTable('users').set({ department: 'Finance' }).where('id', '=', mover.id).execute()
  await app.db.updateTable('users').set({ canLogin: false }).where('id', '=', disabled.id).execute()
  expect([await arrived(1), await waiting()]).toEqual([[], []])
})

test('a branch of a chain is told apart from the others at its campus by its address', async () => {
  const [host, ben] = [await eater(), await notified()]
  const one = await app.restaurant({ name: 'McDonald’s', address: '1125 Merrimon Ave, Asheville, NC 28804' })
  await app.restaurant({ name: 'McDonald’s', address: '24 Tunnel Rd, Asheville, NC 28805' })
  const lunch = await host.start([one])
  await ben.join(lunch)
  await host.cancel(lunch)
  expect(await titles()).toEqual([
    expect.stringContaining(`${isolated('McDonald’s')} (${isolated('Merrimon Ave')})`),
  ])
})

test('names are isolated, in one line, and no notification is longer than 200 characters', async () => {
  const long = '‮Pho\n'.repeat(60)
  const host = await eater({ firstName: long.slice(0, 90), lastName: 'x'.repeat(100) })
  const ben = await notified({}, [...pushKinds])
  const lunch = await host.start([await app.restaurant({ name: 'é'.repeat(300) })], {
    meetingPoint: 'm'.repeat(80),
  })
  const texts = await arrived()
  await ben.join(lunch)
  const leavesAt = inMinutes(6 * 24 * 60)
  await ben.start(await places(1), { leavesAt })
  await host.change(lunch, { leavesAt })
  texts.push(...(await arrived()))
  expect(texts).toHaveLength(2)
  for (const { title, body } of texts) {
    expect((title + body).length).toBeLessThanOrEqual(200)
    expect(title + body).not.toMatch(/[\n‮]/)
    expect((title + body).match(/\u2068/g)?.length).toBe((title + body).match(/\u2069/g)?.length)
  }
})

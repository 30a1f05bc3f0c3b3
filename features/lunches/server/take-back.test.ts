// On both engines: locks and races.
import { expect, test } from 'vitest'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp()
const { inMinutes, eater, places } = lunchesOf(app)
// 10 AM on a Friday.
app.clock.set('2026-11-20T15:00:00Z')
const [diner, bistro] = await places(2)
const hostAgain = { hostAgain: true }

const rejected = (reply: { status: number; message: string | undefined }) => [reply.status, reply.message]

test('a host who leaves can be the host again for a minute, unless the next one has left too', async () => {
  const [ana, ben, cleo] = [await eater(), await eater({ firstName: 'Ben' }), await eater()]
  const lunch = await ana.start([diner, bistro], { seats: 3 })
  for (const who of [ben, cleo]) await who.join(lunch)
  const hostOf = async () => (await ana.see(lunch)).body.host?.id
  await ben.join(lunch, hostAgain)
  expect(await hostOf(), 'it was never theirs').toBe(ana.id)

  await ana.leave(lunch)
  expect((await cleo.join(lunch, hostAgain)).body.host?.id, 'not for anyone else').toBe(ben.id)
  app.clock.advance({ seconds: 59 })
  expect((await ana.join(lunch, hostAgain)).body).toMatchObject({ host: { id: ana.id }, state: 'voting' })
  expect((await ana.change(lunch, { note: 'Back' })).status).toBe(200)

  await ana.leave(lunch)
  app.clock.advance({ seconds: 61 })
  expect((await ana.join(lunch, hostAgain)).body, 'too late: they are only in').toMatchObject({
    host: { id: ben.id },
    people: [{ id: ben.id }, { id: cleo.id }, { id: ana.id }],
  })

  await ben.leave(lunch)
  await cleo.leave(lunch)
  expect(await hostOf()).toBe(ana.id)
  expect((await ben.join(lunch, hostAgain)).body.host?.id, 'another one has left since').toBe(ana.id)
  expect((await cleo.join(lunch, hostAgain)).body.host?.id, 'who was the host last').toBe(cleo.id)

  await cleo.leave(lunch)
  await (await eater()).join(lunch)
  expect(rejected(await cleo.join(lunch, hostAgain)), 'the seat is taken').toEqual([
    409,
    'This lunch is full',
  ])
  await ana.cancel(lunch)
  expect(rejected(await cleo.join(lunch, hostAgain))).toEqual([409, 'This lunch was cancelled'])
})

test('who has just started a lunch takes it back only while nobody else is in', async () => {
  const [ana, ben] = [await eater(), await eater()]
  const [lunch, joined] = [await ana.start([diner]), await ana.start([diner], { leavesAt: inMinutes(300) })]
  await ben.join(joined)
  expect(rejected(await ana.cancel(joined, { ifAlone: '1' }))).toEqual([
    409,
    'Others are in too, so it isn’t cancelled',
  ])
  expect((await ben.see(joined)).body).toMatchObject({ state: 'decided', version: 2 })
  expect((await ana.cancel(lunch, { ifAlone: '1' })).status).toBe(204)
  expect((await ben.see(lunch)).body).toMatchObject({ state: 'cancelled', host: null, people: [] })
})

test('a host who returns while the next one leaves: the host is one of those who are in', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [ana, ben, cleo] = [await eater(), await eater(), await eater()]
    const lunch = await ana.start([diner])
    for (const who of [ben, cleo]) await who.join(lunch)
    await ana.leave(lunch)
    const replies = await Promise.all([ana.join(lunch, hostAgain), ben.leave(lunch)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const { host, people } = (await cleo.see(lunch)).body
    expect(people.map(({ id }) => id)).toEqual([cleo.id, ana.id])
    expect(people.map(({ id }) => id)).toContain(host?.id)
  }
})

test('who joins while a lunch is taken back is in it, or learns that it is cancelled', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [ana, ben] = [await eater(), await eater()]
    const lunch = await ana.start([diner])
    const [taken, joined] = await Promise.all([ana.cancel(lunch, { ifAlone: '1' }), ben.join(lunch)])
    expect([
      [204, 409],
      [409, 200],
    ]).toContainEqual([taken.status, joined.status])
    expect((await ben.see(lunch)).body.state).toBe(taken.status === 204 ? 'cancelled' : 'decided')
  }
})

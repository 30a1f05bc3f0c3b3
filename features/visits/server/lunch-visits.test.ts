// On both engines: dialect.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listLunches, orderOptions } from '#features/lunches/contract.ts'
import { createRating } from '#features/ratings/contract.ts'
import { getForYou } from '#features/taste/contract.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startApp } from '#tests/support/start-app.ts'
import {
  addVisit,
  getRestaurantVisits,
  listHidden,
  listVisits,
  listVisitsToRate,
  removeVisit,
} from '../contract.ts'
import { enterLunchVisits } from './enter-visits.ts'

const app = await startApp()
const { places } = lunchesOf(app)
// 11 AM on a Friday.
app.clock.set('2026-11-20T16:00:00Z')

const visitsOf = async (who: { id: number }) =>
  (await app.as(who as never).call(listVisits)).body.map(({ restaurantId, date, lunchId }) => [
    restaurantId,
    date,
    lunchId,
  ])

test('45 minutes after a decided lunch left, everyone in it has one visit there and is asked to rate it', async () => {
  const [one] = await places(1)
  const [ana, ben, cleo] = [await app.user(), await app.user(), await app.user()]
  const { eaterOf, inMinutes } = lunchesOf(app)
  const [host, guest, leaver] = [eaterOf(ana), eaterOf(ben), eaterOf(cleo)]
  const lunch = await host.start([one], { leavesAt: inMinutes(60) })
  await guest.join(lunch)
  await leaver.join(lunch)
  await leaver.leave(lunch)
  await leaver.cancel(await leaver.start([one], { leavesAt: inMinutes(60) }))
  await app.as(ben).call(addVisit, { body: { restaurantId: one.id } })

  app.clock.advance({ minutes: 104 })
  expect(await visitsOf(ana)).toEqual([])
  app.clock.advance({ minutes: 2 })
  // Simultaneous calls enter them only once.
  await Promise.all([enterLunchVisits(app.deps), enterLunchVisits(app.deps), visitsOf(ana), visitsOf(ben)])
  expect(await visitsOf(ana)).toEqual([[one.id, '2026-11-20', lunch.id]])
  expect(await visitsOf(ben)).toEqual([[one.id, '2026-11-20', null]])
  expect(await visitsOf(cleo), 'her own lunch was cancelled').toEqual([])
  const [asked] = (await app.as(ana).call(listVisitsToRate)).body
  expect(asked).toMatchObject({ restaurantId: one.id, restaurant: { id: one.id } })

  await app.as(ana).call(removeVisit, { params: { id: asked?.id ?? 0 } })
  expect(await visitsOf(ana)).toEqual([])
})

test('Home asks about a lunch as soon as 45 minutes have passed, also when it was loaded just before', async () => {
  const [place] = await places(1)
  const { eater, inMinutes } = lunchesOf(app)
  const host = await eater()
  const lunch = await host.start([place], { leavesAt: inMinutes(30) })
  const asked = async () => {
    const { body } = await host.call(getForYou, { params: { campusCode: 'arden' } })
    return body.toRate.map(({ lunchId }) => lunchId)
  }
  app.clock.advance({ minutes: 74 })
  expect(await asked()).toEqual([])
  app.clock.advance({ minutes: 2 })
  expect(await asked()).toEqual([lunch.id])
  // Two weeks later, it is too late.
  app.clock.advance({ days: 13 })
  expect(await asked()).toEqual([lunch.id])
  app.clock.advance({ days: 2 })
  expect(await asked()).toEqual([])
  app.clock.set('2026-11-20T18:00:00Z')
})

test.runIf(process.env.ENGINE === 'sqlite')(
  'while the database is read-only, visits and lunches can be read; they are entered and decided later [D-04 D-05]',
  async () => {
    const [one, two] = await places(2)
    const { eater, inMinutes } = lunchesOf(app)
    const [ana, ben] = [await eater(), await eater()]
    const early = await ana.start([one], { leavesAt: inMinutes(30) })
    const late = await ben.start([one, two], { leavesAt: inMinutes(90) })
    app.clock.advance({ minutes: 80 })

    const who = app.as({ id: ana.id })
    // Signs in.
    await who.call(listHidden)
    const read = async () => {
      const visits = await who.call(listVisits)
      const here = await who.call(getRestaurantVisits, { params: { id: one.id } })
      const toRate = await who.call(listVisitsToRate)
      const lunches = await who.call(listLunches, { query: {} })
      expect([visits, here, toRate, lunches].map(({ status }) => status)).toEqual([200, 200, 200, 200])
      const state = lunches.body.find(({ id }) => id === late.id)?.state
      return [visits.body.map(({ lunchId }) => lunchId), state]
    }
    await sql`pragma query_only = on`.execute(app.db)
    expect(await read()).toEqual([[], 'voting'])
    await sql`pragma query_only = off`.execute(app.db)
    expect(await read()).toEqual([[early.id], 'decided'])
  },
)

test('with three people or more, a lunch’s places are ordered by the taste of the whole group', async () => {
  const [one, two, three] = await places(3)
  const { eaterOf } = lunchesOf(app)
  const people = [await app.user(), await app.user(), await app.user()] as const
  const [ana, ben, cleo] = people
  for (const [person, stars] of [
    [ana, [1, 4, 5]],
    [ben, [1, 4, 5]],
    [cleo, [1, 4, 2]],
  ] as const)
    for (const [n, place] of [one, two, three].entries())
      await app.as(person).call(createRating, { body: { restaurantId: place.id, value: stars[n] ?? 1 } })
  const lunch = await eaterOf(ana).start([one, two, three])
  const order = async () =>
    (await app.as(ana).call(orderOptions, { params: { id: lunch.id } })).body.restaurantIds
  await eaterOf(ben).join(lunch)
  expect(await order()).toEqual([one.id, two.id, three.id])
  await eaterOf(cleo).join(lunch)
  expect(await order()).toEqual([two.id, three.id, one.id])
})

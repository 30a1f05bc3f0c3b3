// On both engines: dialect.
import { beforeEach, expect, test } from 'vitest'
import { createRating } from '#features/ratings/contract.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startApp } from '#tests/support/start-app.ts'
import { addVisit, getVerdict, listVisits, removeVisit } from '../contract.ts'

const app = await startApp()
const { eater, inMinutes } = lunchesOf(app)

beforeEach(() => app.clock.set('2026-11-20T16:00:00Z'))

type Eater = Awaited<ReturnType<typeof eater>>
const rate = async (who: Eater, place: { id: number }, value: number) =>
  who.call(createRating, { body: { restaurantId: place.id, value } })
const visitOf = async (who: Eater) => {
  const [visit] = (await who.call(listVisits)).body
  if (!visit) throw new Error('no visit')
  return visit
}
const verdictOf = async (who: Eater) => (await who.call(getVerdict, idParams(await visitOf(who)))).body

/** A lunch of Ana and these many others that left an hour ago, at one of two Mexican places. */
async function ate(count: number) {
  const ana = await eater({ firstName: 'Ana' })
  const others = await Promise.all(Array.from({ length: count }, (_, n) => eater({ firstName: `P${n}` })))
  const cuisine = `Cuisine of ${ana.id}`
  const [place, other] = [await app.restaurant({ cuisine }), await app.restaurant({ cuisine })]
  const lunch = await ana.start([place], { leavesAt: inMinutes(30) })
  for (const person of others) await person.join(lunch)
  // Too early: before the lunch.
  await rate(ana, place, 1)
  for (const person of others) await rate(person, place, 1)
  app.clock.advance({ minutes: 90 })
  await rate(ana, place, 4)
  return { ana, others, place, other, lunch, cuisine }
}

test('the table has no verdict until three others have rated the place since; all staff has one', async () => {
  const { ana, others, place, lunch, cuisine } = await ate(5)
  expect(await verdictOf(ana)).toEqual({
    table: null,
    averageRating: 1.5,
    ratingCount: 6,
    cuisine: { name: cuisine, rated: 1, count: 2 },
    leftAt: lunch.leavesAt,
  })
  const [one, two, three, ...rest] = others as [Eater, Eater, Eater, ...Eater[]]
  for (const person of [one, two]) await rate(person, place, 5)
  expect((await verdictOf(ana)).table).toBeNull()
  expect(await visitOf(ana)).not.toHaveProperty('tableAverage')
  // Someone who was not there counts for all staff alone.
  await rate(await eater(), place, 1)
  expect(await verdictOf(ana)).toMatchObject({ table: null, ratingCount: 7 })

  await rate(three, place, 3)
  const { table } = await verdictOf(ana)
  expect(table).toMatchObject({ averageRating: 4.3, people: [one, two, three].map(({ id }) => ({ id })) })
  expect((await visitOf(ana)).tableAverage).toBe(4.3)
  for (const person of rest) await rate(person, place, 3)
  expect((await verdictOf(ana)).table).toMatchObject({ averageRating: 3.8, people: { length: 5 } })
  expect((await visitOf(ana)).tableAverage).toBe(3.8)
})

test('visits stay private: the verdict is one’s own, and the same whatever the others do with their visits', async () => {
  const { ana, others, place } = await ate(3)
  for (const person of others) await rate(person, place, 2)
  const before = await verdictOf(ana)
  expect(before.table).toMatchObject({ averageRating: 2 })
  for (const person of others) await person.call(removeVisit, idParams(await visitOf(person)))
  expect(await verdictOf(ana)).toEqual(before)
  expect((await visitOf(ana)).tableAverage).toBe(2)
})

test('a visit that was entered by hand has no table, and the only place of its cuisine no count', async () => {
  const ana = await eater()
  const others = [await eater(), await eater(), await eater()]
  const place = await app.restaurant({ cuisine: `Cuisine of ${ana.id}` })
  await ana.call(addVisit, { body: { restaurantId: place.id } })
  for (const person of [ana, ...others]) await rate(person, place, 3)
  expect(await verdictOf(ana)).toEqual({
    table: null,
    averageRating: 3,
    ratingCount: 4,
    cuisine: null,
    leftAt: null,
  })
  expect(await visitOf(ana)).not.toHaveProperty('tableAverage')
})

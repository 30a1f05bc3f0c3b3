import { expect, test } from 'vitest'
import { pickRestaurant } from '#features/picks/contract.ts'
import { createRating } from '#features/ratings/contract.ts'
import { deleteRestaurant } from '#features/restaurants/contract.ts'
import { saveSetting } from '#features/settings/contract.ts'
import { getForYou } from '#features/taste/contract.ts'
import { addDays, localDate } from '#kit/rules/time/zoned-time.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { startApp } from '#tests/support/start-app.ts'
import {
  addVisit,
  dismissVisit,
  getRestaurantVisits,
  hideRestaurant,
  listHidden,
  listVisits,
  listVisitsToRate,
  removeVisit,
  showRestaurant,
} from '../contract.ts'

const app = await startApp()
const today = (days = 0) => addDays(localDate(app.clock.now(), 'America/New_York'), days)
const visit = (who: Row<'users'>, restaurantId: number, date?: string) =>
  app.as(who).call(addVisit, { body: { restaurantId, ...(date && { date }) } })
const toRate = async (who: Row<'users'>) =>
  (await app.as(who).call(listVisitsToRate)).body.map(({ restaurantId, date }) => [restaurantId, date])

test('“We ate here” adds a visit today, which is private and can be removed; a second click changes nothing', async () => {
  const [ana, ben] = [await app.user(), await app.user()]
  const diner = await app.restaurant({ name: 'Diner' })
  const first = await visit(ana, diner.id)
  expect(first).toMatchObject({
    status: 201,
    body: { restaurantId: diner.id, date: today(), lunchId: null, restaurant: { name: 'Diner' } },
  })
  expect(await visit(ana, diner.id)).toMatchObject({ status: 200, body: first.body })
  expect((await app.as(ana).call(listVisits)).body).toEqual([first.body])
  expect((await app.as(ben).call(listVisits)).body).toEqual([])
  const params = { id: first.body.id }
  expect((await app.as(ana).call(removeVisit, { params })).status).toBe(204)
  expect((await app.as(ana).call(listVisits)).body).toEqual([])
})

test.each([
  [1, 400, 'A visit can’t be in the future'],
  [-30, 201, undefined],
  [-31, 400, 'A visit can be entered up to 30 days later'],
])('a visit %i days from today is %i', async (days, status, message) => {
  const { id } = await app.restaurant()
  expect(await visit(await app.user(), id, today(days))).toMatchObject({ status, message })
})

test('visits come latest first; a visit to a deleted restaurant stays, without the restaurant', async () => {
  const ana = await app.user()
  const [first, second] = [await app.restaurant(), await app.restaurant()]
  await visit(ana, first.id, today(-3))
  await visit(ana, second.id, today(-1))
  await app.as(await app.admin()).call(deleteRestaurant, { params: { id: second.id } })
  const { body } = await app.as(ana).call(listVisits)
  expect(body.map(({ date, restaurant }) => [date, restaurant?.id ?? null])).toEqual([
    [today(-1), null],
    [today(-3), first.id],
  ])
  expect(await toRate(ana)).toEqual([[first.id, today(-3)]])
})

test('a user is asked about a visit until they rate, dismiss or hide it, or two weeks have passed', async () => {
  const ana = await app.user()
  const place = () => app.restaurant()
  const [rated, dismissed, old, again] = [await place(), await place(), await place(), await place()]
  const rate = (restaurantId: number) => app.as(ana).call(createRating, { body: { restaurantId, value: 4 } })
  await rate(again.id)
  app.clock.advance({ days: 2 })
  await visit(ana, old.id, today(-15))
  await visit(ana, again.id, today(-1))
  await visit(ana, rated.id)
  await visit(ana, dismissed.id, today(-2))
  const { body } = await visit(ana, dismissed.id, today())
  expect(await toRate(ana)).toEqual([
    [dismissed.id, today()],
    [rated.id, today()],
    [again.id, today(-1)],
  ])
  await rate(rated.id)
  await app.as(ana).call(dismissVisit, { params: { id: body.id } })
  expect(await toRate(ana)).toEqual([[again.id, today(-1)]])
  const params = { campusCode: 'arden' }
  const home = (await app.as(ana).call(getForYou, { params })).body
  expect(home.toRate).toEqual((await app.as(ana).call(listVisitsToRate)).body)
  await app.as(ana).call(hideRestaurant, { params: { restaurantId: again.id } })
  expect(await toRate(ana)).toEqual([])
})

test('a restaurant shows visits of others only if there are at least three other people', async () => {
  const { id } = await app.restaurant()
  const [ana, ...others] = await Promise.all(Array.from({ length: 4 }, () => app.user()))
  if (!ana) throw new Error()
  const numbers = async (who: Row<'users'> = ana) =>
    (await app.as(who).call(getRestaurantVisits, { params: { id } })).body
  const nothing = { lastOwn: null, ownCount: 0, lastOfCampus: null, peopleLast30Days: null }
  expect(await numbers()).toEqual(nothing)
  await visit(ana, id, today(-3))
  await visit(ana, id, today(-5))
  const own = { lastOwn: today(-3), ownCount: 2 }
  for (const other of others.slice(0, 2)) await visit(other, id, today(-2))
  expect(await numbers()).toEqual({ ...nothing, ...own })
  // The viewer's own visit doesn't count toward the three.
  await visit(ana, id, today(-2))
  expect(await numbers()).toMatchObject({ lastOfCampus: null, peopleLast30Days: null })
  for (const other of others.slice(2)) await visit(other, id, today(-2))
  expect(await numbers()).toMatchObject({ lastOwn: today(-2), lastOfCampus: today(-2), peopleLast30Days: 4 })
  // Each of the three sees the same numbers; a user of another campus sees no last visit of their campus.
  expect(await numbers(others[0])).toMatchObject({ lastOfCampus: today(-2), peopleLast30Days: 4 })
  expect(await numbers(await app.user({ campusCode: 'brevard' }))).toEqual({
    ...nothing,
    peopleLast30Days: 4,
  })
})

test('a hidden restaurant is left out of picks, and can be shown again', async () => {
  const ana = await app.user({ campusCode: 'matthews' })
  const place = (name: string) => app.restaurant({ campusCode: 'matthews', name })
  const [grill, cafe] = [await place('Grill'), await place('Cafe')]
  const params = { restaurantId: grill.id }
  for (let clicks = 0; clicks < 2; clicks += 1)
    expect((await app.as(ana).call(hideRestaurant, { params })).status).toBe(204)
  expect((await app.as(ana).call(listHidden)).body).toEqual([grill.id])
  const pick = async () =>
    (await app.as(ana).call(pickRestaurant, { params: { campusCode: 'matthews' } })).body.name
  const picked = new Set(await Promise.all(Array.from({ length: 30 }, pick)))
  expect(picked).toEqual(new Set([cafe.name]))
  for (let clicks = 0; clicks < 2; clicks += 1)
    expect((await app.as(ana).call(showRestaurant, { params })).status).toBe(204)
  expect((await app.as(ana).call(listHidden)).body).toEqual([])
})

test('a pick avoids recently visited places, as set or requested, and reports if only that leaves nothing', async () => {
  const ana = await app.user()
  const campusCode = 'franklin'
  const [near, far] = [await app.restaurant({ campusCode }), await app.restaurant({ campusCode })]
  await visit(ana, near.id, today(-6))
  const pick = (query: { avoidDays?: string } = {}) =>
    app.as(ana).call(pickRestaurant, { params: { campusCode }, query })
  const picked = async (query: { avoidDays?: string } = {}) =>
    new Set((await Promise.all(Array.from({ length: 30 }, () => pick(query)))).map(({ body }) => body.id))
  expect(await picked()).toEqual(new Set([far.id]))
  for (const avoidDays of ['6', '0']) expect(await picked({ avoidDays })).toEqual(new Set([near.id, far.id]))
  await visit(ana, far.id)
  expect(await pick()).toMatchObject({
    status: 404,
    error: { message: 'Could not find a random restaurant', avoided: 2 },
  })
  expect((await pick({ avoidDays: '61' })).status).toBe(400)
  const body = { key: 'avoid_days', value: '0' }
  const root = app.as(await app.superUser())
  expect((await root.call(saveSetting, { body })).status).toBe(200)
  expect((await pick()).status).toBe(200)
  expect(await root.call(saveSetting, { body: { ...body, value: '61' } })).toMatchObject({
    status: 400,
    message: 'Enter a whole number from 0 to 60',
  })
})

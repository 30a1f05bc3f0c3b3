import { expect, test } from 'vitest'
import { listUsers } from '#features/accounts/users-contract.ts'
import { listRestaurants } from '#features/restaurants/contract.ts'
import type { RestaurantToDo } from '#features/restaurants/place-fields.ts'
import { listAdminSuggestions, sendSuggestion } from '#features/suggestions/contract.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { cookieOf } from '#tests/support/calls/caller.ts'
import { startApp } from '#tests/support/start-app.ts'
import { getOverview } from '../contract.ts'
import { listMostLoved } from './notable-places.ts'

/* A small data set with known figures, at noon on Wednesday, November 18, in New York. Counts are cached for a minute. */

const noon = '2026-11-18T17:00:00.000Z'
const longAgo = '2026-03-02T15:00:00.000Z'

const app = await startApp({ RATE_LIMITS: 'off' })
app.clock.set('2026-10-18T15:00:00Z')
const ana = await app.user({ isVerified: false, department: 'Finance' })
const others = await Promise.all(Array.from({ length: 5 }, () => app.user()))
const [ben, cleo] = others as [Row<'users'>, Row<'users'>]
const fewHours = { openingTimes: '[]', latitude: 35.4, longitude: -82.5 }
const place = (name: string, fields: Partial<Row<'restaurants'>> = {}) =>
  app.restaurant({ name, createdAt: longAgo, ...fewHours, ...fields })
const [alfa, bravo, charlie, delta] = await Promise.all([
  place('Alfa'),
  place('Bravo'),
  place('Charlie', { campusCode: 'brevard', price: null }),
  place('Delta', { openingTimes: null }),
  place('Echo', { latitude: null, longitude: null, address: '5 Main Street' }),
])
const foxtrot = await place('The Echo', { createdAt: '2026-11-08T15:00:00Z', address: '5 Main St' })
await place('Closed', { disabled: true, price: null, openingTimes: null, latitude: null })

const rate = ({ id: userId }: Row<'users'>, { id }: Row<'restaurants'>, value: number, time: string) =>
  app.insert('ratings', { userId, restaurantId: id, value, createdAt: time, updatedAt: time })
const everybody = [ana, ...others]
for (const who of everybody) await rate(who, alfa, 5, '2026-11-17T17:00:00.000Z')
await rate(ben, bravo, 5, '2026-10-19T17:00:00.000Z')
for (const [i, who] of others.entries()) await rate(who, charlie, i % 2 ? 5 : 1, '2026-09-21T17:00:00.000Z')
await rate(cleo, delta, 3, '2026-04-20T17:00:00.000Z')
await rate(ana, bravo, 4, '2026-10-12T03:30:00.000Z')
await rate(cleo, bravo, 4, '2026-10-12T04:30:00.000Z')

const lunch = (leavesAt: string, state: 'decided' | 'cancelled') =>
  app.insert('lunches', { campusCode: 'arden', leavesAt, state, decidedRestaurantId: alfa.id })
await lunch('2026-11-17T16:00:00.000Z', 'decided')
await lunch('2026-11-16T16:00:00.000Z', 'cancelled')
await lunch('2026-09-22T16:00:00.000Z', 'decided')
await lunch('2026-09-23T16:00:00.000Z', 'decided')

const visit = (who: Row<'users'>, { id: restaurantId }: Row<'restaurants'>, date: string) =>
  app.insert('visits', { userId: who.id, restaurantId, date })
for (const who of everybody.slice(0, 3)) await visit(who, alfa, '2026-11-17')
await visit(ben, alfa, '2026-10-20')
for (const who of everybody.slice(0, 2)) await visit(who, bravo, '2026-11-16')
await visit(ben, alfa, '2026-10-19')

const cookie = cookieOf(await app.signIn(ben))
app.clock.set('2026-10-28T15:00:00Z')
// Still signed in ten days later, and again on the same day.
for (let looks = 0; looks < 2; looks += 1) {
  await app.as(null).fetch('/api/user', { headers: { cookie } })
  app.clock.advance({ hours: 1 })
}
app.clock.set(noon)
await app.signIn(cleo)
const hotel = { campusCode: 'arden', name: 'Hotel', address: '7 Hill', text: 'Good.' }
await app.as(ben).call(sendSuggestion, { body: { kind: 'restaurant', ...hotel } })

const admin = app.as(await app.admin())
const { body: seen } = await admin.call(getOverview)
const names = (places: readonly { name: string }[]) => places.map(({ name }) => name)

test('the last 30 days are compared with the 30 days before, by days of the time zone', () => {
  expect(seen.figures).toEqual({
    signedIn: { last: 2, before: 1 },
    ratings: { last: 6, before: 8 },
    lunches: { last: 1, before: 2 },
    // The visit of a single person is not shown, for privacy.
    visits: { last: 6, before: null },
  })
})

// Their ratings are counted in count-overview.test.ts.
test('each week has its lunches, and each department its people', () => {
  const weeks = seen.weeks.filter(({ lunches }) => lunches > 0)
  expect(weeks).toMatchObject([
    { from: '2026-09-21', lunches: 2 },
    { from: '2026-11-16', lunches: 1 },
  ])
  // Two ratings an hour apart, before and after a Sunday's midnight here.
  const around = seen.weeks.filter(({ from }) => ['2026-10-05', '2026-10-12'].includes(from))
  expect(around).toMatchObject([{ ratings: 1 }, { ratings: 1 }])
  const of = (requested: string) => seen.departments.find(({ name }) => name === requested)
  expect(of('Finance')).toEqual({ name: 'Finance', people: 1, raters: 1, average: 4.5, ratingCount: 2 })
  // Includes the administrator who reads the overview and has rated nothing.
  expect(of('Worship')).toMatchObject({ people: 6, raters: 5 })
})

test('campuses count their enabled restaurants, and how many have ratings, opening times, a position and a price', () => {
  const of = (requested: string) => seen.campuses.find(({ code }) => code === requested)
  const arden = { places: 5, rated: 3, openingTimes: 4, position: 4, price: 5 }
  expect(of('arden')).toMatchObject(arden)
  expect(of('brevard')).toMatchObject({ places: 1, rated: 1, openingTimes: 1, position: 1, price: 0 })
  expect(of('matthews')).toMatchObject({ places: 0, rated: 0, openingTimes: 0, position: 0, price: 0 })
})

test('the most loved restaurants are compared by fractions of stars, even with an integer as the usual value', async () => {
  const { db, restaurant } = await startApp()
  await restaurant({ name: 'Often good', ratingCount: 10, ratingSum: 41 })
  await restaurant({ name: 'Better', ratingCount: 6, ratingSum: 28 })
  const loved = await listMostLoved(db, { added: 5, usual: 4 })
  expect(names(loved)).toEqual(['Better', 'Often good'])
})

test('each list contains the right restaurants, and none that is disabled', () => {
  const { mostLoved, mostDisputed, mostVisited, longUnrated, newcomers } = seen.lists
  // Three ratings of 4.3 count for less than six of 5.
  expect(names(mostLoved.places)).toEqual(['Alfa', 'Bravo', 'Delta', 'Charlie'])
  expect(mostLoved.usual).toBe(3.9)
  expect(mostLoved.places[1]).toMatchObject({ average: 4.3, ratingCount: 3 })
  expect(mostDisputed.map(({ name, spread }) => [name, spread])).toEqual([['Charlie', 2]])
  const { id, name, address, campusCode } = alfa
  expect(mostVisited).toEqual([{ id, name, address, campusCode, visits: 4 }])
  expect([longUnrated.total, names(longUnrated.places)]).toEqual([2, ['Echo', 'Delta']])
  expect(longUnrated.places.map(({ lastRatedAt }) => lastRatedAt)).toEqual([null, '2026-04-20T17:00:00.000Z'])
  expect([newcomers.total, names(newcomers.places)]).toEqual([1, ['The Echo']])
})

test('each to-do count equals the number of rows in the list that it leads to', async () => {
  const places = { openingTimes: 1, position: 1, price: 1, doubles: 2, websitesGone: null }
  expect(seen.toDo).toEqual({ ...places, inbox: 1, unverified: 1 })
  const list = async (todo: RestaurantToDo) =>
    names((await admin.call(listRestaurants, { query: { todo, limit: '50' } })).body)
  expect(await list('opening-times')).toEqual(['Delta'])
  expect(await list('position')).toEqual(['Echo'])
  expect(await list('price')).toEqual(['Charlie'])
  expect(await list('doubles')).toEqual(['Echo', 'The Echo'])
  expect(await list('website')).toEqual([])
  const unverified = await admin.call(listUsers, { query: { verified: 'false' } })
  expect(unverified.body.map(({ id }) => id)).toEqual([ana.id])
  const inbox = await admin.call(listAdminSuggestions, { query: { state: 'open' } })
  expect(inbox.headers.get('x-total-count')).toBe('1')
  expect((await admin.fetch('/api/restaurants?todo=everything')).status).toBe(400)
})

test('the overview’s health is for super-users, and it is cached for a minute', async () => {
  expect(seen.health).toBeNull()
  await rate(ben, foxtrot, 5, noon)
  const { body } = await app.as(await app.superUser()).call(getOverview)
  expect({ ...body, health: null }).toEqual(seen)
  expect(body.health).toMatchObject({
    mailsWaiting: 0,
    slowRequests: expect.any(Array),
    version: expect.any(String),
  })
})

test('the overview of an empty installation is empty, and its first restaurant shows immediately', async () => {
  const other = await startApp()
  other.clock.set(noon)
  const { body } = await other.as(await other.admin()).call(getOverview)
  const [none, nothing] = [
    { last: 0, before: 0 },
    { total: 0, places: [] },
  ]
  const rest = { mostDisputed: [], mostVisited: [], longUnrated: nothing, newcomers: nothing }
  expect(body).toMatchObject({
    isEmpty: true,
    figures: { signedIn: { last: null, before: null }, ratings: none, lunches: none, visits: none },
    lists: { mostLoved: { usual: null, places: [] }, ...rest },
    toDo: { openingTimes: 0, position: 0, price: 0, doubles: 0, inbox: 0, unverified: 0, websitesGone: null },
  })
  await other.restaurant()
  expect((await other.as(await other.admin()).call(getOverview)).body.isEmpty).toBe(false)
  expect(body.weeks.every(({ ratings, lunches }) => ratings === 0 && lunches === 0)).toBe(true)
})

import { expect, test } from 'vitest'
import { login } from '#features/accounts/sessions-contract.ts'
import { listActiveAlerts } from '#features/alerts/contract.ts'
import { listAuditLogs } from '#features/audit/contract.ts'
import { listFavorites } from '#features/favorites/contract.ts'
import { listLunches } from '#features/lunches/contract.ts'
import { getPush } from '#features/push/contract.ts'
import { batchRatings } from '#features/ratings/contract.ts'
import { listCampusRestaurants } from '#features/restaurants/contract.ts'
import { listAdminSuggestions } from '#features/suggestions/contract.ts'
import { listVisits, listVisitsToRate } from '#features/visits/contract.ts'
import { storedTallies, trueTallies } from '#tests/support/people/tallies.ts'
import { startApp } from '#tests/support/start-app.ts'
import { planDemoLunches } from './demo-lunches.ts'
import { demoPassword, demoSignIns, fillDemo } from './fill-demo.ts'

const app = await startApp()
app.clock.set('2026-11-18T16:00:00Z')
expect(await fillDemo(app.deps)).toBe(true)

const users = await app.db.selectFrom('users').selectAll().execute()
const ratings = await app.db.selectFrom('ratings').selectAll().execute()
const [basil = null, admin = null, root = null] = demoSignIns.map(({ email }) =>
  users.find(user => user.email === email),
)

test('sixty fictional people of all campuses and departments gave some 1,500 ratings, some with comments, and correct averages', async () => {
  const fictional = users.filter(user => !user.isPrimaryAdmin)
  expect(fictional).toHaveLength(60)
  expect(fictional.filter(user => !user.email.endsWith('@example.org'))).toEqual([])
  expect(new Set(fictional.map(user => user.campusCode)).size).toBe(14)
  expect(new Set(fictional.map(user => user.department)).size).toBe(13)
  expect(ratings.length).toBeGreaterThan(1300)
  expect(ratings.length).toBeLessThan(1700)
  expect(ratings.filter(rating => rating.comment).length).toBeGreaterThan(300)
  expect(await storedTallies(app.db)).toEqual(await trueTallies(app.db))
})

test('the printed sign-ins work and have the printed roles', async () => {
  for (const { email, role } of demoSignIns) {
    const { status, body } = await app.as(null).call(login, { body: { email, password: demoPassword } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ email, role })
  }
})

test('the demo user sees ratings, favorites and a disabled restaurant', async () => {
  const { body: list } = await app
    .as(basil)
    .call(listCampusRestaurants, { params: { campusCode: basil?.campusCode ?? '' } })
  expect(list.filter(restaurant => restaurant.disabled)).toHaveLength(1)
  expect(list.filter(restaurant => restaurant.avgRating !== null).length).toBeGreaterThan(30)
  expect(list.some(restaurant => restaurant.price === null)).toBe(true)
  const restaurantIds = list.map(restaurant => restaurant.id)
  const { body: batch } = await app.as(basil).call(batchRatings, { body: { restaurantIds } })
  expect(Object.keys(batch.userRatings).length).toBeGreaterThan(10)
  const { body: favorites } = await app.as(basil).call(listFavorites)
  expect(favorites.length).toBeGreaterThan(0)
  const { body: push } = await app.as(basil).call(getPush, { query: {} })
  expect(push.choices, 'notified of new lunches, too').toContain('started')
})

test('administrators see an Inbox with open suggestions and replies to the others, an active alert and days of the audit log', async () => {
  const { body } = await app.as(admin).call(listAdminSuggestions)
  expect(body.map(({ state }) => state)).toEqual(['open', 'open', 'declined', 'done'])
  expect(body.filter(({ state, reply }) => (state === 'open') !== (reply === null))).toEqual([])
  const { body: shown } = await app.as(null).call(listActiveAlerts)
  expect(shown.map(({ title }) => title)).toEqual(['Potluck on Friday'])
  const { body: entries } = await app.as(root).call(listAuditLogs)
  expect(new Set(entries.map(({ createdAt }) => createdAt.slice(0, 10))).size).toBeGreaterThan(4)
})

test('a second run changes nothing', async () => {
  expect(await fillDemo(app.deps)).toBe(false)
  expect(await app.db.selectFrom('ratings').selectAll().execute()).toEqual(ratings)
})

test('restaurants have weeks of visits, and only the latest are still to be rated', async () => {
  const { body: own } = await app.as(basil).call(listVisits)
  expect(own.length).toBeGreaterThan(5)
  const { body: toRate } = await app.as(basil).call(listVisitsToRate)
  expect(toRate.length).toBeLessThan(4)
  const visits = await app.db.selectFrom('visits').selectAll().execute()
  const visitors = Map.groupBy(visits, ({ restaurantId }) => restaurantId)
  expect(
    [...visitors.values()].filter(those => new Set(those.map(({ userId }) => userId)).size >= 3).length,
  ).toBeGreaterThan(9)
  expect(visits.filter(({ date }) => date >= '2026-11-18')).toEqual([])
})

test('the restaurants are obviously fictional, near their campus, and mostly have opening times', async () => {
  const rows = await app.db.selectFrom('restaurants').selectAll().execute()
  expect(rows.filter(row => !row.name.startsWith('The ') || !row.address.endsWith('(demo)'))).toEqual([])
  expect(new Set(rows.map(row => row.name)).size).toBe(rows.length)
  expect(rows.filter(row => (row.distance ?? 99) > 12)).toEqual([])
  expect(rows.filter(row => row.openingTimes !== null).length).toBeGreaterThan(rows.length * 0.8)
})

test.each([
  ['2026-11-20T16:00:00Z'],
  ['2026-11-21T04:58:00Z'],
  ['2026-11-22T05:00:10Z'],
  // In the evening tomorrow's lunch has been planned in the morning.
  ['2026-11-25T01:00:00Z', '2026-11-24T15:00:00Z'],
])('a demo started at %s has lunches for that day, added only once', async (time, earlier = time) => {
  for (const start of [earlier, time]) {
    app.clock.set(start)
    await planDemoLunches(app.deps)
  }
  const { body } = await app.as(basil).call(listLunches, { query: { campusCode: 'arden' } })
  const atNoon = body.map(lunch => lunch.leavesAt).filter(leavesAt => leavesAt.endsWith('T17:00:00.000Z'))
  expect(new Set(atNoon).size).toBe(atNoon.length)
  const ahead = body.filter(lunch => Date.parse(lunch.leavesAt) > Date.parse(time))
  const day = (iso: string) => new Date(iso).toLocaleDateString('en-US', { timeZone: 'America/New_York' })
  const today = ahead.filter(lunch => day(lunch.leavesAt) === day(time))
  expect(today).toHaveLength(2)
  expect(today.map(lunch => lunch.people.length)).toEqual([5, 6])
  expect(today[1]?.options.flatMap(option => option.voters).length).toBeGreaterThan(4)
})

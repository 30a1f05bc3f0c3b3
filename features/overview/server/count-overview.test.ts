import { array, assert, asyncProperty, boolean, integer, nat, record } from 'fast-check'
import { expect, test } from 'vitest'
import { average } from '#kit/rules/stars.ts'
import { addDays, localDate, startOfDay } from '#kit/rules/time/zoned-time.ts'
import { days } from '#kit/rules/units.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { startApp } from '#tests/support/start-app.ts'
import { countOverview } from './overview-api.ts'

/* For random ratings, the overview must equal a plain count that goes through all ratings one by one. */

const app = await startApp()
const { db, deps } = app
const zone = deps.config.timeZone
// Around both days of the year when the clocks change.
const noons = ['2026-03-10T16:00:00.000Z', '2026-11-04T17:00:00.000Z', '2026-11-18T17:00:00.000Z']
const departments = ['Worship', 'Finance', 'Care']
const people = await Promise.all(
  Array.from({ length: 6 }, (_, i) => app.user({ department: departments[i % 3] ?? '' })),
)

// In hours before now: up to nine months, beyond every period that is counted.
const age = integer({ min: 0, max: 270 * 24 })
const world = record({
  noon: nat(2),
  places: array(record({ age, disabled: boolean() }), { minLength: 1, maxLength: 8 }),
  ratings: array(
    record({ by: nat(5), place: nat(7), age, changed: age, value: integer({ min: 1, max: 5 }) }),
    {
      maxLength: 40,
    },
  ),
})

test('the overview equals a plain count of random ratings', async () => {
  await assert(
    asyncProperty(world, async ({ noon, places, ratings }) => {
      const now = Date.parse(noons[noon] ?? '')
      const timeOf = (hours: number) => new Date(now - hours * (days / 24)).toISOString()
      await db.deleteFrom('restaurants').execute()
      const restaurants = await Promise.all(
        places.map(({ age, disabled }, i) =>
          app.restaurant({ name: `Place ${i}`, createdAt: timeOf(age), disabled }),
        ),
      )
      const rows = new Map<string, Omit<Row<'ratings'>, 'id'>>()
      for (const { by, place, age, changed, value } of ratings) {
        const [userId, restaurantId] = [people[by]?.id ?? 0, restaurants[place % restaurants.length]?.id ?? 0]
        const [createdAt, updatedAt] = [timeOf(age), timeOf(Math.min(age, changed))]
        const rating = { userId, restaurantId, value, comment: null, createdAt, updatedAt }
        rows.set(`${userId} ${restaurantId}`, rating)
      }
      const given = [...rows.values()]
      if (given.length > 0) await db.insertInto('ratings').values(given).execute()
      const counted = await countOverview({ ...deps, now: () => new Date(now) })
      expect(counted).toMatchObject(plainCount(now, restaurants, given))
    }),
    { numRuns: 12 },
  )
})

function plainCount(now: number, restaurants: Row<'restaurants'>[], ratings: Omit<Row<'ratings'>, 'id'>[]) {
  const dayOf = (time: string) => localDate(new Date(time), zone)
  const today = localDate(new Date(now), zone)
  const createdIn = (from: string, until: string) =>
    ratings.filter(({ createdAt }) => dayOf(createdAt) >= from && dayOf(createdAt) < until).length
  const since = (count: number) => startOfDay(addDays(today, -count), zone).toISOString()
  const lastRatedAt = ({ id }: Row<'restaurants'>) =>
    ratings
      .filter(({ restaurantId }) => restaurantId === id)
      .map(({ updatedAt }) => updatedAt)
      .sort()
      .at(-1) ?? null
  const unrated = restaurants
    .filter(place => !place.disabled && place.createdAt < since(182))
    .map(place => ({ ...place, lastRatedAt: lastRatedAt(place) }))
    .filter(place => place.lastRatedAt === null || place.lastRatedAt < since(182))
    .map(place => ({ place, time: place.lastRatedAt ?? place.createdAt }))
    .sort((a, b) => (a.time === b.time ? a.place.id - b.place.id : a.time < b.time ? -1 : 1))
    .map(({ place: { id, name, campusCode, lastRatedAt } }) => ({ id, name, campusCode, lastRatedAt }))
  const weekday = (new Date(`${today}T00:00Z`).getUTCDay() + 6) % 7
  const mondays = Array.from({ length: 26 }, (_, i) => addDays(today, 7 * (i - 25) - weekday))
  return {
    figures: {
      ratings: {
        last: createdIn(addDays(today, -29), addDays(today, 1)),
        before: createdIn(addDays(today, -59), addDays(today, -29)),
      },
    },
    weeks: mondays.map(from => ({ from, ratings: createdIn(from, addDays(from, 7)) })),
    departments: expect.arrayContaining(
      departments.map(name => {
        const members = people.filter(({ department }) => department === name)
        const theirs = ratings.filter(({ userId }) => members.some(({ id }) => id === userId))
        const raters = new Set(
          theirs.filter(({ updatedAt }) => updatedAt >= since(90)).map(({ userId }) => userId),
        )
        const sum = theirs.reduce((all, { value }) => all + value, 0)
        const counted = { raters: raters.size, ratingCount: theirs.length }
        return expect.objectContaining({ name, ...counted, average: average(sum, theirs.length) })
      }),
    ),
    lists: { longUnrated: { total: unrated.length, places: unrated.slice(0, 5) } },
  }
}

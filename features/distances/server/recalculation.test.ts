import { beforeEach, describe, expect, test } from 'vitest'
import { updateRestaurant } from '#features/restaurants/contract.ts'
import { estimateTravel } from '#kit/rules/distance.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { fakeMapboxToken, startFakeMapbox } from '#tests/support/services/fake-mapbox.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { getRecalculation, startRecalculation } from '../contract.ts'

const fake = await startFakeMapbox()
const app = await startApp(fake.environment)
const root = app.as(await app.superUser())
const noSuchAddress = 'Failed to calculate distance. Please check the address and try again.'

const spot = (i: number) => ({ latitude: 35.3 + i / 500, longitude: -82.4 })
const current = (id: number, on = app) => on.row('restaurants', { id })
const campuses = await app.db.selectFrom('campuses').selectAll().orderBy('position').execute()
const arden = campuses.filter(({ code }) => code === 'arden')

async function expectedOf({ campusCode, latitude, longitude }: Row<'restaurants'>) {
  const point = { latitude: latitude ?? Number.NaN, longitude: longitude ?? Number.NaN }
  return estimateTravel(await app.campus(campusCode), point)
}

/** Starts a run and waits until it is done. */
async function run(on: TestApp = app, query: { campusCode?: string; expectedCount?: string } = {}) {
  const caller = on === app ? root : on.as(await on.superUser())
  const begun = await caller.call(startRecalculation, { query })
  expect(begun.status, begun.message).toBe(202)
  await on.deps.jobs.recalculation.settled()
  return (await caller.call(getRecalculation)).body
}

function raise(): never {
  throw new Error('there is no campus')
}

const outsideCalls = () => {
  const { geocodes, directions, matrices } = fake.asked()
  return { geocodes, others: directions + matrices }
}

beforeEach(async () => {
  await fake.setMode('normal')
  fake.reply()
  fake.places.clear()
  for (const table of ['restaurants', 'geocodes', 'auditLogs', 'distanceRuns'] as const)
    await app.db.deleteFrom(table).execute()
})

test('before the first run, the state is "Not Run"; one without restaurants is completed immediately', async () => {
  const nothing = { campusCode: null, count: 0, failures: [], startedAt: null, startedBy: null }
  expect((await root.call(getRecalculation)).body).toMatchObject({ state: 'Not Run', ...nothing })
  expect(await run()).toMatchObject({ state: 'Completed', count: 0, processed: 0 })
})

test('another number of restaurants than the confirmed one is 409, and starts nothing [T-60]', async () => {
  await app.restaurant()
  const query = { campusCode: 'arden', expectedCount: '2' }
  const { status, error } = await root.call(startRecalculation, { query })
  const message = 'It would be 1 restaurant now, not 2. Nothing was changed. Please confirm again.'
  expect([status, error]).toEqual([409, { message, count: 1 }])
  expect(await app.audited()).toEqual([])
  expect(await run(app, { ...query, expectedCount: '1' })).toMatchObject({ count: 1, campusCode: 'arden' })
})

test.each([
  ['at one campus', arden],
  ['at fourteen campuses', campuses],
])(
  'a hundred restaurants %s take at most six requests, and one geocoding request each',
  async (_, chosen) => {
    for (let i = 0; i < 100; i += 1) {
      const { code, latitude, longitude } = chosen[i % chosen.length] ?? raise()
      fake.places.set(`${i} Oak Street`, { latitude: latitude + i / 5_000, longitude: longitude - 0.05 })
      await app.restaurant({ address: `${i} Oak Street`, campusCode: code, distance: 1, travelTime: 1 })
    }
    const before = outsideCalls()
    const done = await run()
    expect(done).toMatchObject({ state: 'Completed', count: 100, processed: 100, failures: [] })
    expect(outsideCalls().geocodes - before.geocodes).toBe(100)
    expect(outsideCalls().others - before.others).toBeLessThanOrEqual(6)

    const rows = await app.db.selectFrom('restaurants').selectAll().execute()
    for (const row of rows) {
      const { distance, travelTime } = await expectedOf(row)
      expect(row).toMatchObject({
        ...fake.places.get(row.address),
        distance: Math.round(distance * 20) / 10,
        travelTime: travelTime * 2,
        distanceIsEstimated: false,
      })
    }
    const between = outsideCalls()
    await app.db.updateTable('restaurants').set({ latitude: null, longitude: null }).execute()
    await run()
    expect(outsideCalls().geocodes, 'nothing is asked twice').toBe(between.geocodes)
    expect(outsideCalls().others - between.others).toBeLessThanOrEqual(6)
  },
)

test('a run can be limited to one campus, and known coordinates are not geocoded', async () => {
  const near = await app.restaurant({ ...spot(1), distance: 9, distanceIsEstimated: true })
  const far = await app.restaurant({ ...spot(2), campusCode: 'brevard', distance: 9 })
  const before = outsideCalls()
  const done = await run(app, { campusCode: 'arden' })
  expect(done).toMatchObject({ state: 'Completed', campusCode: 'arden', count: 1, processed: 1 })
  expect(outsideCalls()).toEqual({ geocodes: before.geocodes, others: before.others + 1 })
  expect(await current(near.id)).toMatchObject({ distanceIsEstimated: false })
  expect(await current(far.id)).toEqual(far)
  expect(await app.audited()).toEqual([
    ['DISTANCES_RECALCULATED', expect.any(Number), { campusCode: 'arden', count: 1 }],
  ])
  const mistyped = `${startRecalculation.path}?campus=arden`
  expect((await root.fetch(mistyped, { method: 'POST' })).status).toBe(400)
})

test('problems with some restaurants do not affect the others, and their old distances stay', async () => {
  const good = await app.restaurant(spot(1))
  const lost = await app.restaurant({ name: 'Lost', address: '1 Nowhere' })
  const roadless = await app.restaurant({ name: 'Roadless', latitude: 34.8, longitude: -82.4 })
  const done = await run()
  expect(done).toMatchObject({ state: 'Completed', count: 3, processed: 3 })
  const failure = ({ id: restaurantId, name, address }: typeof good, message: string) => {
    return { restaurantId, name, address, message }
  }
  expect(done.failures).toEqual([
    failure(lost, noSuchAddress),
    failure(roadless, 'No road from the campus to this address was found.'),
  ])
  expect((await current(good.id)).distance).not.toBe(good.distance)
  expect(await current(lost.id)).toEqual(lost)
})

test('when the service fails, all distances stay and the run reports why, without the token', async () => {
  const other = await startApp(fake.environment)
  const rows = [
    await other.restaurant(spot(1)),
    await other.restaurant({ address: '1 Oak Street' }),
    await other.restaurant({ address: '2 Oak Street' }),
  ]
  await fake.setMode('401')
  const done = await run(other)
  expect(done).toMatchObject({ state: 'Completed', count: 3, processed: 3 })
  expect(done.failures).toHaveLength(3)
  for (const { message } of done.failures) expect(message).toMatch(/^Mapbox .*\.$/)
  expect(JSON.stringify(done)).not.toContain(fakeMapboxToken)
  for (const row of rows) expect(await current(row.id, other)).toEqual(row)
})

test('without a token, restaurants with coordinates get marked estimates, and those without are reported', async () => {
  const plain = await startApp()
  const point = { latitude: 35.3, longitude: -82.4 }
  const placed = await plain.restaurant({ ...point, distance: 99, distanceIsEstimated: false })
  const lost = await plain.restaurant({ name: 'Lost' })
  const done = await run(plain)
  expect(done).toMatchObject({ state: 'Completed', count: 2, processed: 2 })
  const message = 'The position of this address is unknown, and no distance service is configured.'
  expect(done.failures).toMatchObject([{ restaurantId: lost.id, message }])
  const estimate = estimateTravel(await plain.campus(), point)
  expect(await current(placed.id, plain)).toMatchObject({ ...estimate, distanceIsEstimated: true })
  expect(await current(lost.id, plain)).toEqual(lost)
})

test('a run waits until the distance service’s rate limit is over', async () => {
  await app.restaurant(spot(1))
  let rejections = 1
  fake.reply(() => {
    rejections -= 1
    return rejections < 0 ? undefined : { status: 429, headers: { 'retry-after': '1' }, json: {} }
  })
  expect(await run()).toMatchObject({ state: 'Completed', failures: [] })
})

describe('during a run', () => {
  /** Calls `act` during the run's first matrix request. */
  async function during(act: () => Promise<unknown>) {
    let isFirst = true
    fake.reply(async ({ path }) => {
      if (!isFirst || !path.startsWith('/directions-matrix/')) return undefined
      isFirst = false
      await act()
      return undefined
    })
    const done = await run()
    expect(isFirst).toBe(false)
    return done
  }

  test('a restaurant that is deleted is skipped', async () => {
    const gone = await app.restaurant(spot(1))
    const stays = await app.restaurant({ ...spot(2), distance: 99 })
    const done = await during(() => app.db.deleteFrom('restaurants').where('id', '=', gone.id).execute())
    expect(done).toMatchObject({ state: 'Completed', count: 2, processed: 2, failures: [] })
    expect((await current(stays.id)).distance).not.toBe(99)
  })

  test('a distance that a user enters is kept', async () => {
    const { id } = await app.restaurant(spot(1))
    await during(() => root.call(updateRestaurant, { params: { id }, body: { distance: 7.7 } }))
    expect(await current(id)).toMatchObject({ distance: 7.7, distanceIsEstimated: false })
  })

  test('a restaurant that moves is measured at its new address', async () => {
    const { id } = await app.restaurant({ ...spot(1), distance: 99 })
    fake.places.set('9 New Street', spot(50))
    const body = { address: '9 New Street' }
    const done = await during(() => root.call(updateRestaurant, { params: { id }, body }))
    expect(done).toMatchObject({ state: 'Completed', count: 1, processed: 1, failures: [] })
    const row = await current(id)
    expect(row).toMatchObject({ ...spot(50), address: '9 New Street' })
    expect(row.distance).toBe(Math.round((await expectedOf(row)).distance * 20) / 10)
  })

  test('other edits are kept, and a form opened before gets a conflict', async () => {
    const { id, updatedAt } = await app.restaurant({ ...spot(1), distance: 99 })
    await during(() => root.call(updateRestaurant, { params: { id }, body: { hours: 'Noon' } }))
    const row = await current(id)
    expect(row.hours).toBe('Noon')
    expect(row.distance).not.toBe(99)
    const body = { name: 'Late', expectedUpdatedAt: updatedAt }
    expect((await root.call(updateRestaurant, { params: { id }, body })).status).toBe(409)
  })
})

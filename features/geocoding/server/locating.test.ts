// On both engines: dialect.
import { beforeEach, expect, test } from 'vitest'
import { tooFarFromCampus } from '#features/campuses/reach.ts'
import { getRecalculation, startRecalculation } from '#features/distances/contract.ts'
import { createRecalculation } from '#features/distances/server/recalculation.ts'
import { updateRestaurant } from '#features/restaurants/contract.ts'
import { noSuchAddress } from '#features/restaurants/travel-contract.ts'
import { estimateTravel } from '#kit/rules/distance.ts'
import { startFakeCensus } from '#tests/support/services/fake-census.ts'
import { startApp } from '#tests/support/start-app.ts'

const fake = await startFakeCensus()
const app = await startApp(fake.environment)
const root = app.as(await app.superUser())
const addressOf = (street: string) => `${street}, Suite 1, Arden, NC 28704`
const spot = (i: number) => ({ latitude: 35.3 + i / 5_000, longitude: -82.5 })
const rows = () => app.db.selectFrom('restaurants').selectAll().orderBy('id').execute()
const arden = await app.campus()

beforeEach(async () => {
  await fake.setMode('normal')
  fake.reply()
  fake.places.clear()
  fake.requests.length = 0
  for (const table of ['restaurants', 'geocodes', 'distanceRuns'] as const)
    await app.db.deleteFrom(table).execute()
})

async function run() {
  const begun = await root.call(startRecalculation)
  expect(begun.status, begun.message).toBe(202)
  await app.deps.jobs.recalculation.settled()
  return { begun: begun.body, done: (await root.call(getRecalculation)).body }
}

test('301 addresses are geocoded with two requests and then estimated; none is requested twice', async () => {
  for (let i = 0; i < 301; i += 1) {
    fake.places.set(`${i} Oak Street`, spot(i))
    await app.restaurant({ address: addressOf(`${i} Oak Street`) })
  }
  const known = await app.restaurant({ ...spot(400), distance: 99 })
  const { begun, done } = await run()
  expect(begun).toMatchObject({ count: 302, addresses: 301, toLocate: 301 })
  expect(done).toMatchObject({ state: 'Completed', count: 302, processed: 302, toLocate: 0, failures: [] })
  expect(fake.asked()).toEqual({ single: 0, batches: 2 })
  for (const [i, row] of (await rows()).slice(0, 301).entries())
    expect(row).toMatchObject({ ...spot(i), ...estimateTravel(arden, spot(i)), distanceIsEstimated: true })
  expect((await rows()).find(({ id }) => id === known.id)).toMatchObject(estimateTravel(arden, spot(400)))

  const nowhere = { latitude: null, longitude: null }
  await app.db.updateTable('restaurants').set(nowhere).where('id', '!=', known.id).execute()
  expect((await run()).done.failures).toEqual([])
  expect(fake.asked()).toEqual({ single: 0, batches: 2 })
})

test('restaurants with an unknown, ambiguous or distant address keep their old distance and are reported', async () => {
  fake.places.set('1 Oak Street', spot(1))
  fake.places.set('3 Main Street', [spot(1), spot(500)])
  fake.places.set('4 Far Road', { latitude: 36.5, longitude: -82.5 })
  for (const street of ['1 Oak Street', '2 Nowhere Lane', '3 Main Street', '4 Far Road'])
    await app.restaurant({ address: addressOf(street) })
  await app.restaurant({ latitude: 20, longitude: 0 })
  const before = await rows()
  const { done } = await run()
  expect(done).toMatchObject({ state: 'Completed', count: 5, processed: 5 })
  const told = new Map(done.failures.map(({ restaurantId, message }) => [restaurantId, message]))
  const messages = [undefined, noSuchAddress, noSuchAddress, tooFarFromCampus, tooFarFromCampus]
  expect(before.map(({ id }) => told.get(id))).toEqual(messages)
  const [good, ...others] = await rows()
  expect(good).toMatchObject(spot(1))
  expect(others).toEqual(before.slice(1))
})

test('the results of an incomplete response are kept; the rest is reported and requested in the next run', async () => {
  fake.places.set('1 Oak Street', spot(1))
  fake.places.set('2 Oak Street', spot(2))
  await app.restaurant({ address: addressOf('1 Oak Street') })
  const second = await app.restaurant({ address: addressOf('2 Oak Street') })
  fake.reply(() => ({
    bytes: Buffer.from(`"0","1 Oak Street","Match","Exact","1 OAK","-82.5,${spot(1).latitude}","1","L"\n`),
    type: 'text/csv',
  }))
  const { done } = await run()
  expect(done.failures).toMatchObject([
    { restaurantId: second.id, message: expect.stringContaining('Census') },
  ])
  fake.reply()
  expect((await run()).done.failures).toEqual([])
  expect(await rows()).toMatchObject([spot(1), spot(2)])
})

test('a run waits until the geocoder’s rate limit is over', async () => {
  fake.places.set('1 Oak Street', spot(1))
  await app.restaurant({ address: addressOf('1 Oak Street') })
  let rejections = 1
  fake.reply(() => {
    rejections -= 1
    return rejections < 0 ? undefined : { status: 429, headers: { 'retry-after': '1' }, json: {} }
  })
  expect((await run()).done.failures).toEqual([])
})

test('others can write while a run is geocoding, and an address that changes is geocoded again', async () => {
  fake.places.set('1 Oak Street', spot(1))
  fake.places.set('2 Elm Street, Arden', spot(2))
  const { id } = await app.restaurant({ address: addressOf('1 Oak Street') })
  const { isHeld, release } = fake.hold({ path: '/addressbatch' })
  expect((await root.call(startRecalculation)).status).toBe(202)
  await isHeld
  expect((await root.call(getRecalculation)).body).toMatchObject({ state: 'In Progress', toLocate: 1 })
  const body = { address: '2 Elm Street, Arden' }
  const edited = await root.call(updateRestaurant, { params: { id }, body })
  expect(edited).toMatchObject({ status: 200, body: spot(2) })
  release()
  await app.deps.jobs.recalculation.settled()
  expect(await rows()).toMatchObject([{ ...spot(2), distanceIsEstimated: true }])
})

test('a process that is asked to stop leaves the rest of a run to the next one, which repeats no finished request', async () => {
  const stopped = await startApp(fake.environment)
  const admin = stopped.as(await stopped.superUser())
  for (let i = 0; i < 250; i += 1) {
    fake.places.set(`${i} Oak Street`, spot(i))
    await stopped.restaurant({ address: addressOf(`${i} Oak Street`) })
  }
  const { isHeld, release } = fake.hold({ path: '/addressbatch', after: 1 })
  expect((await admin.call(startRecalculation)).status).toBe(202)
  await isHeld
  await stopped.deps.jobs.recalculation.stop()
  release()
  const left = { state: 'In Progress', addresses: 250, toLocate: 50, processed: 0, failures: [] }
  expect((await admin.call(getRecalculation)).body).toMatchObject(left)
  expect(await stopped.db.selectFrom('leases').selectAll().execute()).toEqual([])

  const { batches } = fake.asked()
  const next = createRecalculation(stopped.deps)
  next.wake()
  await next.settled()
  const done = { state: 'Completed', count: 250, processed: 250, failures: [] }
  expect((await admin.call(getRecalculation)).body).toMatchObject(done)
  expect(fake.asked().batches - batches).toBe(1)
  const unlocated = stopped.db.selectFrom('restaurants').select('id').where('latitude', 'is', null)
  expect(await unlocated.execute()).toEqual([])
})

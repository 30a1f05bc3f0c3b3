import { beforeEach, expect, test } from 'vitest'
import { getRecalculation, listUnlocated, startRecalculation } from '#features/distances/contract.ts'
import { updateRestaurant } from '#features/restaurants/contract.ts'
import { estimateTravel } from '#kit/rules/distance.ts'
import { startFakeCensus } from '#tests/support/services/fake-census.ts'
import { startApp } from '#tests/support/start-app.ts'
import { importRestaurants } from '../contract.ts'

const oak = { latitude: 35.5, longitude: -82.45 }
const fake = await startFakeCensus({ '1 Oak Street': oak, '2 Oak Street': oak, '3 Oak Street': oak })
const app = await startApp(fake.environment)
const admin = app.as(await app.admin())
const root = app.as(await app.superUser())
const rows = () => app.db.selectFrom('restaurants').selectAll().orderBy('id').execute()
const arden = await app.campus()

const importPlaces = (lines: string[], campusCode = 'arden', query = {}) => {
  const rows = ['name,address,category,phone,website', ...lines.map(line => `${line},,,`)]
  return admin.call(importRestaurants, { query, body: { campusCode }, file: new Blob([rows.join('\n')]) })
}

beforeEach(async () => {
  fake.requests.length = 0
  for (const table of ['restaurants', 'geocodes', 'distanceRuns'] as const)
    await app.db.deleteFrom(table).execute()
})

test('a preview sends no geocoding requests; after an import the addresses are located and measured', async () => {
  const lines = ['One,"1 Oak Street, Arden, NC"', 'Lost,"9 Nowhere, Arden, NC"']
  const preview = await importPlaces(lines, 'arden', { preview: 'true' })
  expect(preview.body).toMatchObject({ imported: 2 })
  expect(preview.body.toLocate).toBeUndefined()
  expect(fake.requests).toEqual([])

  expect((await importPlaces(lines)).body).toMatchObject({ imported: 2, toLocate: 2 })
  await app.deps.jobs.recalculation.settled()
  const [one, lost] = await rows()
  expect(one).toMatchObject({ ...oak, ...estimateTravel(arden, oak), distanceIsEstimated: true })
  expect(lost).toMatchObject({ latitude: null, distance: null })
  expect((await root.call(getRecalculation)).body).toMatchObject({
    state: 'Completed',
    campusCode: 'arden',
    count: 2,
    addresses: 2,
    failures: [{ name: 'Lost' }],
  })
  // Administrators, who have no access to recalculations, see which restaurants have no position, and why.
  const unlocated = async () => (await admin.call(listUnlocated)).body
  expect(await unlocated()).toEqual({
    isLocating: false,
    restaurants: [
      {
        restaurantId: lost?.id,
        name: 'Lost',
        address: '9 Nowhere, Arden, NC',
        message: 'Failed to calculate distance. Please check the address and try again.',
      },
    ],
  })
  const params = { id: lost?.id ?? 0 }
  await admin.call(updateRestaurant, { params, body: oak as never })
  expect((await unlocated()).restaurants).toEqual([])
  expect(fake.asked()).toEqual({ single: 0, batches: 1 })
  expect((await importPlaces(lines)).body).toMatchObject({ imported: 0, skipped: 2 })
})

test('restaurants without a position are sorted by name, as in every list', async () => {
  const names = ['Zest', 'apple', 'Éclair', 'Route 10', 'Route 9']
  await importPlaces(names.map((name, i) => `${name},"${i} Nowhere, Arden, NC"`))
  await app.deps.jobs.recalculation.settled()
  const { restaurants } = (await admin.call(listUnlocated)).body
  expect(restaurants.map(({ name }) => name)).toEqual(['apple', 'Éclair', 'Route 9', 'Route 10', 'Zest'])
})

test('imports during a recalculation join its run, and no second run can be started', async () => {
  const { release } = fake.hold()
  await importPlaces(['One,"1 Oak Street, Arden, NC"'])
  expect((await root.call(startRecalculation)).status).toBe(409)
  await Promise.all([
    importPlaces(['Two,"2 Oak Street, Brevard, NC"'], 'brevard'),
    importPlaces(['Three,"3 Oak Street, Arden, NC"']),
  ])
  expect((await root.call(getRecalculation)).body).toMatchObject({ state: 'In Progress', count: 3 })
  expect((await admin.call(listUnlocated)).body).toEqual({ isLocating: true, restaurants: [] })
  release()
  await app.deps.jobs.recalculation.settled()
  expect((await root.call(getRecalculation)).body).toMatchObject({
    state: 'Completed',
    campusCode: null,
    count: 3,
    processed: 3,
    failures: [],
  })
  expect(await rows()).toMatchObject([oak, oak, oak])
})

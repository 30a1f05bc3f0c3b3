import { expect, test } from 'vitest'
import { createRestaurant } from '#features/restaurants/contract.ts'
import { startFakeCensus } from '#tests/support/services/fake-census.ts'
import { startFakeMapbox } from '#tests/support/services/fake-mapbox.ts'
import { startApp } from '#tests/support/start-app.ts'
import { getRecalculation, startRecalculation } from '../contract.ts'
import { createRecalculation } from './recalculation.ts'

const hidden = { latitude: 35.5, longitude: -82.45 }
const [hiddenLane, farRoad] = ['9 Hidden Lane, Arden', '3 Far Road, Arden']
const nowhere = { latitude: null, longitude: null }

/** A server that has saved both addresses with a geocoder that has no position for them, and then uses another one. */
async function startSwitched() {
  const census = await startFakeCensus({ [farRoad]: { latitude: 40, longitude: -82 } })
  const mapbox = await startFakeMapbox({ [hiddenLane]: hidden, [farRoad]: hidden })
  const app = await startApp(census.environment)
  const root = app.as(await app.superUser())
  const form = { campusCode: 'arden', price: '$', hours: '11 AM - 9 PM', distance: 9, travelTime: 9 } as const
  const save = async (address: string) =>
    (await root.call(createRestaurant, { body: { name: 'Pie', address, ...form } })).body
  for (const address of [hiddenLane, farRoad, hiddenLane, farRoad])
    expect(await save(address)).toMatchObject({ ...nowhere, positionProblem: expect.any(String) })
  expect(census.asked().single).toBe(2)
  await app.deps.jobs.recalculation.stop()
  app.deps.geocoder = (await startApp(mapbox.environment)).deps.geocoder
  return { app, root, mapbox, save, recalculation: createRecalculation(app.deps) }
}

test('a recalculation asks another geocoder than before for each address that has no position, once', async () => {
  const { app, root, mapbox, recalculation } = await startSwitched()
  for (let run = 0; run < 2; run += 1) {
    expect((await root.call(startRecalculation)).status).toBe(202)
    recalculation.wake()
    await recalculation.settled()
    expect((await root.call(getRecalculation)).body).toMatchObject({ state: 'Completed', failures: [] })
  }
  const rows = await app.db.selectFrom('restaurants').select(['latitude', 'longitude']).execute()
  expect(rows).toEqual(Array(4).fill(hidden))
  expect(mapbox.asked().geocodes).toBe(2)
})

test('saving a restaurant asks another geocoder than before for an address that has no position, once', async () => {
  const { mapbox, save } = await startSwitched()
  for (const address of [hiddenLane, farRoad, hiddenLane, farRoad])
    expect(await save(address)).toMatchObject(hidden)
  expect(mapbox.asked().geocodes).toBe(2)
})

import { expect, test } from 'vitest'
import { estimateTravel } from '#kit/rules/distance.ts'
import { startApp } from '#tests/support/start-app.ts'
import { getRecalculation, startRecalculation } from '../contract.ts'

const app = await startApp()
const root = app.as(await app.superUser())

test('without a token, restaurants with coordinates get marked estimates, and those without are reported', async () => {
  const point = { latitude: 35.3, longitude: -82.4 }
  const placed = await app.restaurant({ ...point, distance: 99, distanceIsEstimated: false })
  const lost = await app.restaurant({ name: 'Lost' })
  expect((await root.call(startRecalculation)).status).toBe(202)
  await app.deps.jobs.recalculation.settled()
  const { body: done } = await root.call(getRecalculation)
  expect(done).toMatchObject({ state: 'Completed', count: 2, processed: 2 })
  const message = 'The position of this address is unknown, and no distance service is configured.'
  expect(done.failures).toMatchObject([{ restaurantId: lost.id, message }])
  const estimate = estimateTravel(await app.campus(), point)
  expect(await app.row('restaurants', placed)).toMatchObject({ ...estimate, distanceIsEstimated: true })
  expect(await app.row('restaurants', lost)).toEqual(lost)
})

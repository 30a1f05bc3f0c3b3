// On one engine: geocoders and their replies.
import { beforeEach, describe, expect, test } from 'vitest'
import { tooFarFromCampus } from '#features/campuses/reach.ts'
import { estimateTravel } from '#kit/rules/distance.ts'
import { startFakeMapbox } from '#tests/support/services/fake-mapbox.ts'
import { startApp } from '#tests/support/start-app.ts'
import { calculateDistance } from '../../travel-contract.ts'

const oak = { latitude: 35.6, longitude: -82.4 }
const fake = await startFakeMapbox({
  '1 Oak Street': oak,
  '2 Cape Road': { latitude: -34, longitude: 18 },
  '4 Roadless Lane': { latitude: 34.8, longitude: -82.4 },
})
const app = await startApp(fake.environment)
const plain = await startApp()
const sentence = 'Failed to calculate distance. Please check the address and try again.'

const calculate = async (address: string, campusCode = 'arden', on = app) =>
  on.as(await on.admin()).call(calculateDistance, { body: { address, campusCode } })
const arden = await app.campus()
const estimate = estimateTravel(arden, oak)

beforeEach(() => app.db.deleteFrom('geocodes').execute())

test('the distance is by road, in miles and minutes, and each address is geocoded once', async () => {
  fake.requests.length = 0
  const { status, body } = await calculate('1 Oak Street')
  const distance = Math.round(estimate.distance * 20) / 10
  expect([status, body]).toEqual([
    200,
    {
      distanceInMiles: distance,
      travelTimeMinutes: estimate.travelTime * 2,
      distanceText: `${distance.toFixed(1)} miles`,
      durationText: `${estimate.travelTime * 2} minutes`,
      estimated: false,
      ...oak,
    },
  ])
  expect((await calculate(' 1 OAK  street ')).body).toEqual(body)
  expect(fake.asked()).toEqual({ geocodes: 1, directions: 2, matrices: 0 })
})

test('a position set by hand is used instead of the address, without geocoding', async () => {
  const { geocodes } = fake.asked()
  const admin = app.as(await app.admin())
  const body = { address: '9 Unknown Road', campusCode: 'arden', ...oak }
  expect((await admin.call(calculateDistance, { body })).body).toMatchObject({ estimated: false, ...oak })
  expect(fake.asked().geocodes).toBe(geocodes)
  const far = await admin.call(calculateDistance, { body: { ...body, latitude: 30 } })
  expect(far).toMatchObject({ status: 400, message: tooFarFromCampus })
})

test.each([
  ['cannot be found', '3 Nowhere Lane', sentence],
  ['cannot be reached', '4 Roadless Lane', sentence],
  ['is too long for the service', 'x '.repeat(140), sentence],
  ['is more than 60 miles from the campus', '2 Cape Road', tooFarFromCampus],
])('an address that %s is rejected', async (_, address, message) => {
  const rejected = await calculate(address)
  expect([rejected.status, rejected.error.errors]).toEqual([400, [{ path: 'address', message }]])
})

test('an address that was not found is looked up again only after a week', async () => {
  await calculate('4 New Street')
  const { geocodes } = fake.asked()
  await calculate('4 New Street')
  expect(fake.asked().geocodes).toBe(geocodes)
  fake.places.set('4 New Street', oak)
  app.clock.advance({ days: 8 })
  expect((await calculate('4 New Street')).status).toBe(200)
})

describe('without a distance service', () => {
  const none = 'No distance service is configured. Please enter distance and travel time.'

  test('the distance is estimated for the address of a known restaurant of the campus', async () => {
    await plain.restaurant({ address: '5 Elm Street, Arden', ...oak })
    const { body } = await calculate('5 elm street Arden', 'arden', plain)
    const { distance: distanceInMiles, travelTime: travelTimeMinutes } = estimate
    expect(body).toMatchObject({ distanceInMiles, travelTimeMinutes, estimated: true })
  })

  test('any other address is refused', async () => {
    await plain.restaurant({ address: '6 Elm Street' })
    const asked = [
      calculate('6 Elm Street', 'arden', plain),
      calculate('7 Elm Street', 'arden', plain),
      calculate('5 Elm Street, Arden', 'brevard', plain),
    ]
    for (const rejected of await Promise.all(asked))
      expect([rejected.status, rejected.message]).toEqual([503, none])
  })
})

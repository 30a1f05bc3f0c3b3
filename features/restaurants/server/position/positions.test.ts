// On one engine: checks before any statement.

import { beforeEach, describe, expect, test } from 'vitest'
import { tooFarFromCampus } from '#features/campuses/reach.ts'
import { getRecalculation, startRecalculation } from '#features/distances/contract.ts'
import { estimateTravel } from '#kit/rules/distance.ts'
import { startFakeCensus } from '#tests/support/services/fake-census.ts'
import { startApp } from '#tests/support/start-app.ts'
import { createRestaurant, type RestaurantForm, updateRestaurant } from '../../contract.ts'

const oak = { latitude: 35.5, longitude: -82.45 }
const elm = { latitude: 35.52, longitude: -82.46 }
const fake = await startFakeCensus({
  '1 Oak Street': oak,
  '2 Elm Street': elm,
  '3 Far Road': { latitude: 40, longitude: -82 },
})
const app = await startApp(fake.environment)
const admin = app.as(await app.admin())
const root = app.as(await app.superUser())
const arden = await app.campus()

type Fields = Partial<RestaurantForm>
const form = {
  name: 'The Corner Café',
  address: '1 Oak Street, Suite 5',
  campusCode: 'arden',
  price: '$' as const,
  hours: '11 AM - 9 PM',
  distance: 9,
  travelTime: 9,
}
const add = (fields: Fields = {}, by = admin) => by.call(createRestaurant, { body: { ...form, ...fields } })
const edit = (id: number, body: Fields) => admin.call(updateRestaurant, { params: { id }, body })
const rowOf = (id: number) => app.row('restaurants', { id })
const nowhere = { latitude: null, longitude: null }

beforeEach(async () => {
  await fake.setMode('normal')
  fake.requests.length = 0
  for (const table of ['restaurants', 'geocodes', 'distanceRuns'] as const)
    await app.db.deleteFrom(table).execute()
})

describe('an address', () => {
  test('of a new restaurant is located once, when it is saved', async () => {
    const { body, status } = await add()
    expect([status, body]).toMatchObject([201, { ...oak, distance: 9, distanceIsEstimated: false }])
    expect(body.positionProblem).toBeUndefined()
    await add({ name: 'Next door', ...estimateTravel(arden, oak) })
    expect(fake.asked()).toEqual({ single: 1, batches: 0 })
    const [, second] = await app.db.selectFrom('restaurants').selectAll().orderBy('id').execute()
    expect(second).toMatchObject({ ...oak, distanceIsEstimated: true })
  })

  test('that changes gets a new position; no other edit uses the geocoder', async () => {
    const { id } = await app.restaurant({ address: '1 Oak Street', ...oak, distanceIsEstimated: true })
    await edit(id, { name: 'Renamed', address: '1 OAK  street' })
    expect(fake.requests).toEqual([])
    expect((await edit(id, { address: '2 Elm Street' })).body).toMatchObject({
      ...elm,
      ...estimateTravel(arden, elm),
      distanceIsEstimated: true,
    })
    await app.as(await app.user()).fetch(`/api/restaurants/${id}`)
    await app
      .as(await app.user())
      .call(updateRestaurant, { params: { id }, body: { address: '1 Oak Street' } })
    expect(fake.asked()).toEqual({ single: 1, batches: 0 })
  })

  test.each([
    ['nobody knows', '9 Nowhere Lane', /^No position was found for this address/],
    ['lies too far away', '3 Far Road', /more than 60 miles from the campus/],
  ])('that %s is saved without a position, and the reply says so', async (_, address, problem) => {
    const { body, status } = await add({ address })
    expect([status, body]).toMatchObject([201, nowhere])
    expect(body.positionProblem).toMatch(problem)
    const { id } = await app.restaurant({ address: '1 Oak Street', ...oak, distance: 4.2 })
    const edited = await edit(id, { address })
    expect([edited.status, edited.body]).toMatchObject([200, { address, ...nowhere, distance: 4.2 }])
    expect(edited.body.positionProblem).toMatch(problem)
    expect(await rowOf(id)).not.toHaveProperty('positionProblem')
  })

  test('is saved even if the geocoder fails', async () => {
    const other = await startApp(fake.environment)
    await fake.setMode('500')
    const { body, status } = await add({}, other.as(await other.admin()))
    expect([status, body]).toMatchObject([201, { address: form.address, ...nowhere }])
    expect(body.positionProblem).toMatch(/^The US Census geocoder .*\.$/)
    expect(await other.db.selectFrom('geocodes').selectAll().execute()).toEqual([])
  })
})

describe('a position set by hand', () => {
  test('is saved without using the geocoder, with an estimate if the distance was unknown', async () => {
    const { body } = await add({ address: '9 Nowhere Lane', ...elm })
    expect(body).toMatchObject({ ...elm, distance: 9 })
    const { id } = await app.restaurant({ distance: null })
    expect((await edit(id, elm)).body).toMatchObject({
      ...elm,
      ...estimateTravel(arden, elm),
      distanceIsEstimated: true,
    })
    const measured = await app.restaurant({ ...oak, distance: 7.7 })
    expect((await edit(measured.id, elm)).body).toMatchObject({ ...elm, distance: 7.7 })
    expect(fake.requests).toEqual([])
  })

  test('survives recalculations and other edits, until the address changes or the position is removed', async () => {
    const { id } = await app.restaurant({ address: '1 Oak Street' })
    await edit(id, elm)
    expect((await root.call(startRecalculation)).status).toBe(202)
    await app.deps.jobs.recalculation.settled()
    expect((await root.call(getRecalculation)).body).toMatchObject({ addresses: 0, failures: [] })
    // An older browser tab without support for positions sends none.
    await edit(id, { name: 'Renamed', address: '1 Oak  Street,', hours: 'Noon' })
    expect(await rowOf(id)).toMatchObject(elm)
    await edit(id, nowhere)
    expect(await rowOf(id)).toMatchObject(nowhere)
    await root.call(startRecalculation)
    await app.deps.jobs.recalculation.settled()
    expect(await rowOf(id)).toMatchObject(oak)
    await edit(id, { address: '2 Elm Street', latitude: 35.4 })
    expect(await rowOf(id)).toMatchObject({ latitude: 35.4 })
  })

  test.each([
    [{ latitude: 35.5 }, 'longitude', 'Longitude is required'],
    [{ longitude: -82.5 }, 'latitude', 'Latitude is required'],
    [{ latitude: 34, longitude: -82.5 }, 'latitude', tooFarFromCampus],
  ])('%j is rejected', async (position, path, message) => {
    const { id } = await app.restaurant({})
    for (const rejected of [await edit(id, position), await add(position)]) {
      expect([rejected.status, rejected.message]).toEqual([400, message])
      expect(rejected.error.errors).toMatchObject([{ path }])
    }
    expect(await rowOf(id)).toMatchObject(nowhere)
  })
})

// On both engines: races.
import { beforeEach, describe, expect, test } from 'vitest'
import { estimateTravel } from '#kit/rules/distance.ts'
import { insertAll, remove } from '#kit/server/database/rows.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startApp } from '#tests/support/start-app.ts'
import {
  type CampusForm,
  createCampus,
  deleteCampus,
  listAdminCampuses,
  listCampuses,
  updateCampus,
} from '../contract.ts'

const app = await startApp()
const root = app.as(await app.superUser())
/** Of a new installation. */
const firstCodes = `arden brevard eastAsheville franklin hendersonville westAsheville waynesville marionCG
ballantyne providence cornelius matthews concord huntersville`.split(/\s/)

const form: CampusForm = {
  code: 'blackMountain',
  name: 'Black Mountain',
  address: 'Black Mountain, NC 28711',
  latitude: 35.6179,
  longitude: -82.3212,
}
const create = (fields: Partial<CampusForm> = {}) => root.call(createCampus, { body: { ...form, ...fields } })
const update = (id: number, body: Partial<CampusForm>) => root.call(updateCampus, { params: { id }, body })
const removeCampus = (id: number) => root.call(deleteCampus, { params: { id } })
const list = async () => (await root.call(listAdminCampuses)).body
const codes = async () => (await app.as(null).call(listCampuses)).body.map(({ code }) => code)

beforeEach(async () => {
  await app.db.deleteFrom('restaurants').execute()
  await app.db.deleteFrom('campuses').where('position', '>=', firstCodes.length).execute()
  await app.db.deleteFrom('auditLogs').execute()
})

test('a super-user can add a campus, which appears at the end of the list', async () => {
  const { status, body } = await create()
  expect(status).toBe(201)
  expect(body).toMatchObject({ ...form, restaurantCount: 0, userCount: 0, webhook: null, updatedAt: null })
  expect(await codes()).toEqual([...firstCodes, 'blackMountain'])
  expect(await app.audited()).toEqual([
    ['CAMPUS_CREATED', expect.any(Number), { after: expect.objectContaining(form) }],
  ])
  await create({ code: 'second', name: 'Second' })
  expect((await codes()).slice(-2)).toEqual(['blackMountain', 'second'])
})

test.each([
  ['a code that is taken', { code: 'arden' }, 409, 'A campus with the code "arden" already exists.'],
  ['a taken code in another case', { code: 'ARDEN' }, 409, 'A campus with the code "ARDEN" already exists.'],
  ['a name that is taken', { name: ' east  asheville' }, 409, 'Campus "east asheville" already exists.'],
])('a campus with %s is rejected', async (_, fields, status, message) => {
  const rejected = await create(fields)
  expect([rejected.status, rejected.message]).toEqual([status, message])
  expect(await codes()).toEqual(firstCodes)
  expect(await app.audited()).toEqual([])
})

test('a campus can be renamed, but its code never changes', async () => {
  const { id } = (await create()).body
  const { status, body } = await update(id, { name: 'Swannanoa Valley', code: 'other' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ ...form, name: 'Swannanoa Valley' })
  const [before, after] = [{ name: 'Black Mountain' }, { name: 'Swannanoa Valley' }]
  const details = { id, ...after, before, after, estimatedAnew: 0 }
  expect((await app.audited()).at(-1)).toEqual(['CAMPUS_UPDATED', expect.any(Number), details])
  expect((await update(id, { name: 'swannanoa valley' })).status).toBe(200)
  expect((await update(id, { name: 'Arden' })).message).toBe('Campus "Arden" already exists.')
  expect((await update(id, {})).body.name).toBe('swannanoa valley')
})

describe('a campus that moves', () => {
  const place = { latitude: 35.5, longitude: -82.5 }
  const distances = async () => {
    const rows = await app.db.selectFrom('restaurants').selectAll().orderBy('id').execute()
    return rows.map(({ distance, travelTime, distanceIsEstimated }) => {
      return { distance, travelTime, distanceIsEstimated }
    })
  }

  test('updates the estimated distances of its restaurants and no others', async () => {
    const { id } = (await create()).body
    const old = { distance: 1, travelTime: 2, campusCode: form.code }
    await app.restaurant({ ...old, ...place, distanceIsEstimated: true })
    await app.restaurant({ ...old, ...place, distanceIsEstimated: false })
    await app.restaurant({ ...old, distanceIsEstimated: true })
    await app.restaurant({ ...old, ...place, campusCode: 'arden', distanceIsEstimated: true })
    const there = { latitude: 36, longitude: -82 }
    expect((await update(id, there)).body).toMatchObject({ ...there, restaurantCount: 3 })
    const same = { distance: 1, travelTime: 2 }
    expect(await distances()).toEqual([
      { ...estimateTravel(there, place), distanceIsEstimated: true },
      { ...same, distanceIsEstimated: false },
      { ...same, distanceIsEstimated: true },
      { ...same, distanceIsEstimated: true },
    ])
    expect((await app.audited()).at(-1)?.[2]).toMatchObject({
      before: { latitude: form.latitude, longitude: form.longitude },
      after: there,
      estimatedAnew: 1,
    })
  })

  test('updates hundreds of distances and the timestamps that detect conflicting edits', async () => {
    const { id } = (await create()).body
    const time = app.clock.now().toISOString()
    const row = (i: number) => ({
      ...{
        name: `Place ${i}`,
        address: `${i} Street`,
        campusCode: form.code,
        createdAt: time,
        updatedAt: time,
      },
      ...{ latitude: 35 + i / 1000, longitude: -82, distanceIsEstimated: true },
    })
    const places = Array.from({ length: 1203 }, (_, i) => row(i))
    await insertAll(app.db, 'restaurants', places)
    app.clock.advance({ minutes: 1 })
    await update(id, { latitude: 36 })
    const campus = { latitude: 36, longitude: form.longitude }
    const rows = await app.db.selectFrom('restaurants').selectAll().orderBy('id').execute()
    const wrong = rows.filter(({ distance, travelTime, updatedAt }, i) => {
      const expected = estimateTravel(campus, row(i))
      return distance !== expected.distance || travelTime !== expected.travelTime || updatedAt === time
    })
    expect([rows.length, wrong]).toEqual([1203, []])
  })

  test('but keeps its coordinates leaves all distances unchanged', async () => {
    const { id } = (await create()).body
    await app.restaurant({ distance: 1, ...place, campusCode: form.code, distanceIsEstimated: true })
    await update(id, { latitude: form.latitude, address: 'Elsewhere' })
    expect(await distances()).toMatchObject([{ distance: 1 }])
  })
})

test('only a campus without restaurants and users can be deleted; the error names their numbers', async () => {
  const { id } = (await create()).body
  const { code: campusCode } = form
  const places = [await app.restaurant({ campusCode }), await app.restaurant({ campusCode })]
  const ana = await app.user({ campusCode })
  const counts = { restaurantCount: 2, userCount: 1 }
  const message = 'Campus "Black Mountain" has 2 restaurants and 1 user. Move them first.'
  expect(await removeCampus(id)).toMatchObject({ status: 409, message, error: counts })
  expect((await list()).at(-1)).toMatchObject(counts)

  await remove(app.db, 'restaurants', { id: places.map(({ id }) => id) })
  expect((await removeCampus(id)).message).toContain('"Black Mountain" has 1 user.')
  await app.db.updateTable('users').set({ campusCode: 'arden' }).where('id', '=', ana.id).execute()
  expect((await removeCampus(id)).status).toBe(204)
  expect(await codes()).toEqual(firstCodes)
  expect((await app.audited()).map(([action]) => action)).toEqual(['CAMPUS_CREATED', 'CAMPUS_DELETED'])
  expect((await removeCampus(id)).status).toBe(404)
})

test('a campus with a lunch that is still to leave cannot be deleted, and the error says so', async () => {
  const { id } = (await create()).body
  const { eater, inMinutes } = lunchesOf(app)
  const [ana, place] = [await eater(), await app.restaurant()]
  const lunch = await ana.start([place], { campusCode: form.code, leavesAt: inMinutes(30) })
  const message = 'Campus "Black Mountain" has 1 upcoming lunch. Cancel it first.'
  expect(await removeCampus(id)).toMatchObject({ status: 409, message })
  await ana.start([place], { campusCode: form.code, leavesAt: inMinutes(300) })
  expect((await removeCampus(id)).message).toContain('has 2 upcoming lunches. Cancel them first.')
  await ana.cancel(lunch)
  app.clock.advance({ minutes: 301 })
  expect((await removeCampus(id)).status).toBe(204)
})

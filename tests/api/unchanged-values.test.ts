import { expect, test } from 'vitest'
import { updateProfile } from '#features/accounts/contract.ts'
import { updateUser } from '#features/accounts/users-contract.ts'
import { updateCampus } from '#features/campuses/contract.ts'
import { updateRestaurant } from '#features/restaurants/contract.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { startApp } from '#tests/support/start-app.ts'

/* What an import, a backup or an earlier version stored may be more than a form allows. It may stay as it is. */

const app = await startApp()
const root = app.as(await app.superUser())

const outcome = ({ status, message }: { status: number; message: string | undefined }) => [status, message]
const ok = [200, undefined]

const names = { firstName: '\u200B', lastName: 'X\u200B' }
test('in the profile', async () => {
  const ana = await app.user(names)
  const { email, campusCode, department } = ana
  const save = (fields: object) =>
    app.as(ana).call(updateProfile, {
      ...idParams(ana),
      body: { ...names, email, campusCode, department, ...fields },
    })
  expect(outcome(await save({ department: 'Care' }))).toEqual(ok)
  expect((await save({ lastName: 'Reyes' })).body).toMatchObject({ firstName: '\u200B', lastName: 'Reyes' })
  expect(outcome(await save({ lastName: '\u200BY' }))).toEqual([
    400,
    'Last name must be at least 2 characters',
  ])
  expect(outcome(await save({ department: '' }))).toEqual([400, 'Please select a department'])
})

test('also if a form would tidy it, which is no change', async () => {
  const ana = await app.user({ firstName: 'Ana  María', lastName: 'de  la Cruz' })
  const { firstName, lastName } = ana
  await app.audited()
  const { body } = await root.call(updateUser, { ...idParams(ana), body: { firstName, lastName } })
  expect(body).toMatchObject({ firstName, lastName })
  expect(await app.audited()).toEqual([])
})

test('in administration’s form of a user', async () => {
  const ben = await app.user(names)
  const save = (fields: object) => root.call(updateUser, { ...idParams(ben), body: { ...names, ...fields } })
  expect(outcome(await save({ campusCode: 'brevard' }))).toEqual(ok)
  expect(outcome(await save({ lastName: '\u00AD' }))).toEqual([400, 'Last name is required'])
})

test('in a restaurant', async () => {
  const openingTimes = Array.from({ length: 120 }, (_, i) => {
    const minute = 10 * (i % 20)
    const time = (at: number) =>
      `${String(10 + Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
    return { day: Math.floor(i / 20), start: time(minute), end: time(minute + 5) }
  })
  const stored = {
    name: 'N'.repeat(300),
    address: 'A'.repeat(400),
    cuisine: 'C'.repeat(200),
    phone: '1'.repeat(80),
    distance: 5000,
    travelTime: 5000,
    hours: null,
    price: null,
    latitude: 10,
    longitude: 10,
  }
  const place = await app.restaurant({ ...stored, openingTimes: JSON.stringify(openingTimes) })
  const save = (fields: object) =>
    root.call(updateRestaurant, { ...idParams(place), body: { ...stored, openingTimes, ...fields } as never })
  expect(outcome(await save({ disabled: true }))).toEqual(ok)
  expect(outcome(await save({ cuisine: 'D'.repeat(200) }))).toEqual([
    400,
    'At most 100 characters are allowed',
  ])
  expect(outcome(await save({ latitude: 11 }))).toEqual([400, expect.stringContaining('miles')])
  expect((await save({ phone: '828', name: 'Two Cats' })).body).toMatchObject({
    ...{ name: 'Two Cats', phone: '828', cuisine: stored.cuisine, distance: 5000, latitude: 10, price: null },
  })
})

test('in opening times, which still write hours that are unknown and left out', async () => {
  const openingTimes = [{ day: 0, start: '11:00', end: '21:00' }]
  const place = await app.restaurant({ hours: null, openingTimes: JSON.stringify(openingTimes) })
  const save = (body: object) => root.call(updateRestaurant, { ...idParams(place), body: body as never })
  expect((await save({ openingTimes, hours: null })).body.hours).toBeNull()
  expect((await save({ openingTimes })).body.hours).toBe('Mon 11 AM - 9 PM; Tue-Sun closed')
})

test('in a campus', async () => {
  const name = 'C'.repeat(150)
  const id = await app.idOf('campuses', { code: 'wide', name, position: 90 })
  const save = (fields: object) => root.call(updateCampus, { params: { id }, body: { name, ...fields } })
  expect(outcome(await save({ address: '2 St' }))).toEqual(ok)
  expect((await save({ name: `${name}!` })).status).toBe(400)
})

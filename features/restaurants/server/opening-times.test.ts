import { beforeEach, describe, expect, test } from 'vitest'
import { updateProfile } from '#features/accounts/contract.ts'
import { getViewer } from '#features/accounts/sessions-contract.ts'
import { startApp } from '#tests/support/start-app.ts'
import { createRestaurant, getRestaurant, updateRestaurant } from '../contract.ts'
import type { OpeningTime } from '../opening/opening-times.ts'

const app = await startApp()
const admin = app.as(await app.admin())

beforeEach(async () => {
  await app.db.deleteFrom('restaurants').execute()
})

const form = {
  ...{ name: 'The Long Table', address: '1 Main Street, Arden, NC', campusCode: 'arden' },
  ...{ price: '$$', distance: 1.5, travelTime: 6 },
}
const daily = (start: string, end: string): OpeningTime[] =>
  [0, 1, 2, 3, 4, 5, 6].map(day => ({ day, start, end }))
/** The given number of half hours in a day. */
const halfHours = (count: number) =>
  Array.from({ length: count }, (_, i) => `0${i + 1}`.slice(-2)).map(hour => `${hour}:00-${hour}:30`)
const manyHours = (count: number) => `Daily ${halfHours(count).join(', ')}`
const add = (fields: object) => admin.call(createRestaurant, { body: { ...form, ...fields } as never })
const change = (id: number, body: object) =>
  admin.call(updateRestaurant, { params: { id }, body: body as never })

const split = [
  { day: 4, start: '11:00', end: '14:30' },
  { day: 4, start: '17:00', end: '24:00' },
]
const unreadable = { hours: 'Call ahead', openingTimes: null }
const both = { hours: 'Ask Ana', openingTimes: daily('11:00', '21:00') }

describe('opening times of a restaurant', () => {
  test.each([
    [
      'are read from hours that are given alone',
      { hours: '11-9' },
      { openingTimes: daily('11:00', '21:00') },
    ],
    [
      'are read from hours as a page has them, with line breaks and tabs',
      { hours: 'Monday\t11 AM–9 PM\r\nTuesday\tClosed\n' },
      {
        hours: 'Monday 11 AM–9 PM; Tuesday Closed',
        openingTimes: [{ day: 0, start: '11:00', end: '21:00' }],
      },
    ],
    ['are null for hours that can’t be read', { hours: 'Call ahead' }, unreadable],
    ['can be 100 of one text', { hours: manyHours(14) }, { openingTimes: { length: 98 } }],
    ['are null for hours with more of them', { hours: manyHours(15) }, { openingTimes: null }],
    [
      'that are given alone are written as hours, in the order of the week',
      { openingTimes: [{ day: 4, start: '17:00', end: '00:00' }, split[0]] },
      { hours: 'Mon-Thu closed; Fri 11 AM - 2:30 PM & 5 PM - 12 AM; Sat-Sun closed', openingTimes: split },
    ],
    ['and hours are both kept unchanged if both are given', both, both],
    ['as an empty list mean always closed', { openingTimes: [] }, { hours: 'Closed', openingTimes: [] }],
  ])('%s', async (_, given, saved) => {
    const { body } = await add(given)
    expect(body).toMatchObject({ ...given, ...saved })
    expect((await admin.call(getRestaurant, { params: { id: body.id } })).body).toEqual(body)
  })

  test('are rejected if they are invalid, or if hours are missing too', async () => {
    for (const fields of [{}, { openingTimes: null }])
      expect(await add(fields)).toMatchObject({ status: 400, message: 'Hours are required' })
    const overlap = [...daily('11:00', '21:00'), { day: 3, start: '20:00', end: '22:00' }]
    const errors = [{ path: 'openingTimes', message: 'Opening times must not overlap' }]
    expect(await add({ openingTimes: overlap })).toMatchObject({ status: 400, error: { errors } })
  })

  test('are read again if an edit changes the hours, kept if it doesn’t, and null if they can’t be read', async () => {
    const { id } = (await add(both)).body
    const times = daily('07:00', '15:00')
    const written = 'Daily 7 AM - 3 PM'
    const edits: [given: object, saved: object][] = [
      [{ hours: 'Ask Ana', name: 'The Short Table' }, both],
      [{ hours: '5-9pm' }, { openingTimes: daily('17:00', '21:00') }],
      [{ hours: 'Seasonal' }, { openingTimes: null }],
      [both, both],
      [{ openingTimes: times }, { hours: written, openingTimes: times }],
      [{ openingTimes: null }, { hours: written, openingTimes: null }],
    ]
    for (const [given, saved] of edits)
      expect((await change(id, given)).body).toMatchObject({ ...given, ...saved })
  })
})

describe('diets', () => {
  test('of a restaurant can be set and changed, and have a fixed order', async () => {
    const { body } = await add({ hours: '11-9', diets: ['kosher', 'vegan'] })
    expect(body.diets).toEqual(['vegan', 'kosher'])
    expect((await change(body.id, { diets: [] })).body.diets).toEqual([])
    expect((await add({ hours: '11-9' })).body.diets).toEqual([])
  })
  test('of a user are set in the profile, and stay if they are left out', async () => {
    const ana = await app.user()
    const asAna = app.as(ana)
    const { firstName, lastName, email, campusCode, department } = ana
    const profile = { firstName, lastName, email, campusCode, department }
    const save = (fields: object) =>
      asAna.call(updateProfile, { params: { id: ana.id }, body: { ...profile, ...fields } as never })
    expect((await asAna.call(getViewer, {})).body.diets).toEqual([])
    expect((await save({ diets: ['halal', 'vegan'] })).body).toMatchObject({ diets: ['vegan', 'halal'] })
    expect((await save({})).body).toMatchObject({ diets: ['vegan', 'halal'] })
    expect((await asAna.call(getViewer, {})).body.diets).toEqual(['vegan', 'halal'])
    expect((await save({ diets: [] })).body).toMatchObject({ diets: [] })
  })
})

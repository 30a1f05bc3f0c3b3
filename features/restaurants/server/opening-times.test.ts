import { beforeEach, describe, expect, test } from 'vitest'
import { updateProfile } from '#features/accounts/contract.ts'
import { getViewer } from '#features/accounts/sessions-contract.ts'
import { addFavorite } from '#features/favorites/contract.ts'
import { pickRestaurant } from '#features/picks/contract.ts'
import { createRating } from '#features/ratings/contract.ts'
import { startApp } from '#tests/support/start-app.ts'
import { createRestaurant, getRestaurant, updateRestaurant } from '../contract.ts'
import type { OpeningTime } from '../opening/opening-times.ts'

const app = await startApp()
const admin = app.as(await app.admin())

beforeEach(async () => {
  await app.db.deleteFrom('restaurants').execute()
})

const form = {
  name: 'The Long Table',
  address: '1 Main Street, Arden, NC',
  campusCode: 'arden',
  price: '$$' as const,
  distance: 1.5,
  travelTime: 6,
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

describe('opening times of a restaurant', () => {
  test('are parsed from hours that are given alone', async () => {
    const { body } = await add({ hours: '11-9' })
    expect(body).toMatchObject({ hours: '11-9', openingTimes: daily('11:00', '21:00') })
    expect((await admin.call(getRestaurant, { params: { id: body.id } })).body).toEqual(body)
  })
  test('are null for hours that can’t be parsed', async () => {
    expect((await add({ hours: 'Call ahead' })).body).toMatchObject({ openingTimes: null })
  })
  test('are not parsed from hours if there would be more than 100', async () => {
    expect((await add({ hours: manyHours(14) })).body.openingTimes).toHaveLength(98)
    expect((await add({ hours: manyHours(15) })).body).toMatchObject({
      hours: manyHours(15),
      openingTimes: null,
    })
  })
  test('that are given alone are written as hours, in the order of the week', async () => {
    const openingTimes = [
      { day: 4, start: '17:00', end: '00:00' },
      { day: 4, start: '11:00', end: '14:30' },
    ]
    expect((await add({ openingTimes })).body).toMatchObject({
      hours: 'Mon-Thu closed; Fri 11 AM - 2:30 PM & 5 PM - 12 AM; Sat-Sun closed',
      openingTimes: [
        { day: 4, start: '11:00', end: '14:30' },
        { day: 4, start: '17:00', end: '24:00' },
      ],
    })
  })
  test('and hours are both kept unchanged if both are given', async () => {
    const both = { hours: 'Ask Ana', openingTimes: daily('11:00', '21:00') }
    expect((await add(both)).body).toMatchObject(both)
  })
  test('as an empty list mean always closed', async () => {
    expect((await add({ openingTimes: [] })).body).toMatchObject({ hours: 'Closed', openingTimes: [] })
  })
  test('are rejected if they are invalid, or if hours are missing too', async () => {
    const rejected = async (fields: object) => {
      const { status, body } = await add(fields)
      return { status, ...(body as unknown as { message: string; errors: unknown }) }
    }
    expect(await rejected({})).toMatchObject({ status: 400, message: 'Hours are required' })
    expect(await rejected({ openingTimes: null })).toMatchObject({ status: 400 })
    const overlap = [...daily('11:00', '21:00'), { day: 3, start: '20:00', end: '22:00' }]
    expect(await rejected({ openingTimes: overlap })).toMatchObject({
      status: 400,
      errors: [{ path: 'openingTimes', message: 'Opening times must not overlap' }],
    })
  })
  test('are parsed again if an edit changes the hours, kept if it doesn’t, and null if they can’t be parsed', async () => {
    const { body } = await add({ hours: 'Ask Ana', openingTimes: daily('11:00', '21:00') })
    const same = await change(body.id, { hours: 'Ask Ana', name: 'The Short Table' })
    expect(same.body).toMatchObject({ name: 'The Short Table', openingTimes: daily('11:00', '21:00') })
    expect((await change(body.id, { hours: '5-9pm' })).body).toMatchObject({
      openingTimes: daily('17:00', '21:00'),
    })
    expect((await change(body.id, { hours: 'Seasonal' })).body).toMatchObject({ openingTimes: null })
    const both = { hours: 'Seasonal', openingTimes: daily('11:00', '21:00') }
    expect((await change(body.id, both)).body).toMatchObject(both)
    const times = daily('07:00', '15:00')
    expect((await change(body.id, { openingTimes: times })).body).toMatchObject({
      hours: 'Daily 7 AM - 3 PM',
      openingTimes: times,
    })
    expect((await change(body.id, { openingTimes: null })).body).toMatchObject({
      hours: 'Daily 7 AM - 3 PM',
      openingTimes: null,
    })
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

describe('a random pick respects the filters', () => {
  const picks = async (query: Record<string, string>, caller = admin) => {
    const found = new Set<string>()
    for (let i = 0; i < 30; i++) {
      const { status, body } = await caller.call(pickRestaurant, {
        params: { campusCode: 'arden' },
        query: query as never,
      })
      if (status !== 200) return status
      found.add(body.name)
    }
    return [...found].sort()
  }
  beforeEach(async () => {
    const always = JSON.stringify(daily('00:00', '24:00'))
    await app.restaurant({
      name: 'A',
      cuisine: 'pizza;italian',
      price: '$',
      travelTime: 5,
      openingTimes: always,
    })
    await app.restaurant({ name: 'B', cuisine: 'thai', price: '$$', travelTime: 15, openingTimes: '[]' })
    await app.restaurant({ name: 'C', cuisine: null, price: null, travelTime: 0, diets: 'vegan,halal' })
  })
  test.each<[Record<string, string>, string[] | number]>([
    [{}, ['A', 'B', 'C']],
    [{ open: '1' }, ['A']],
    [{ open: '0' }, ['A', 'B', 'C']],
    [{ cuisine: 'Italian,thai' }, ['A', 'B']],
    [{ price: '$,$$' }, ['A', 'B']],
    [{ within: '10' }, ['A']],
    [{ diet: 'vegan' }, ['C']],
    [{ cuisine: 'thai', open: '1' }, 404],
    [{ price: 'cheap' }, 400],
    [{ diet: 'meat' }, 400],
    [{ mine: 'theirs' }, 400],
  ])('%j', async (query, names) => expect(await picks(query)).toEqual(names))

  test('for favorites, rated and unrated restaurants', async () => {
    const ana = app.as(await app.user())
    const rows = await app.db.selectFrom('restaurants').select(['id', 'name']).orderBy('name').execute()
    await ana.call(addFavorite, { body: { restaurantId: rows[0]?.id ?? 0 } })
    await ana.call(createRating, { body: { restaurantId: rows[1]?.id ?? 0, value: 4 } })
    expect(await picks({ mine: 'favorites' }, ana)).toEqual(['A'])
    expect(await picks({ mine: 'rated' }, ana)).toEqual(['B'])
    expect(await picks({ mine: 'unrated' }, ana)).toEqual(['A', 'C'])
    expect(await picks({ mine: 'favorites,rated' }, ana)).toEqual(['A', 'B'])
  })
})

import { expect, test } from 'vitest'
import { addFavorite } from '#features/favorites/contract.ts'
import { createRating } from '#features/ratings/contract.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import { startApp } from '#tests/support/start-app.ts'
import { pickRestaurant } from '../contract.ts'
import { pickRandom } from './picks-api.ts'

const app = await startApp()
const caller = app.as(await app.user())

const oak = await app.restaurant({ name: 'Oak Grill', address: '1 Main St', campusCode: 'arden' })
const elm = await app.restaurant({ name: 'Elm Grill', address: '2 Main St', campusCode: 'arden' })
const ash = await app.restaurant({ name: 'Ash Cafe', address: '3 Grill Rd', campusCode: 'arden' })
const fir = await app.restaurant({ name: 'Fir Bakery', address: '4 Main St', campusCode: 'arden' })
const closed = await app.restaurant({ name: 'Closed Grill', campusCode: 'arden', disabled: true })
await app.restaurant({ name: 'Far Grill', campusCode: 'brevard' })

async function picks(
  count: number,
  query: CallInput<typeof pickRestaurant>['query'] = {},
  campusCode = 'arden',
) {
  const params = { campusCode }
  const names = new Set<string>()
  // A busy server would reject some of more simultaneous requests.
  for (let left = count; left > 0; left -= 50) {
    const asked = Array.from({ length: Math.min(left, 50) }, () =>
      caller.call(pickRestaurant, { params, query }),
    )
    for (const reply of await Promise.all(asked)) names.add(reply.body.name)
  }
  return names
}

// With n eligible restaurants, the chance that one of them never comes up in 200 picks is at most n * (1 - 1/n) ** 200.
test('a pick can be any enabled restaurant of the campus, and nothing else [T-54]', async () => {
  expect(await picks(200)).toEqual(new Set([oak.name, elm.name, ash.name, fir.name]))
})

test('a pick respects the search, as the list does', async () => {
  expect(await picks(150, { search: ' gRILL ' })).toEqual(new Set([oak.name, elm.name, ash.name]))
  expect(await picks(20, { search: 'bakery' })).toEqual(new Set([fir.name]))
})

test('a pick leaves out restaurants that were already shown', async () => {
  expect(await picks(100, { exclude: `${oak.id},${ash.id},999999` })).toEqual(new Set([elm.name, fir.name]))
  expect(await picks(20, { search: 'grill', exclude: `${oak.id},${ash.id}` })).toEqual(new Set([elm.name]))
})

test.each(['1,', '1;2', '-1'])('a list of ids to leave out like %j is rejected', async exclude => {
  const { status } = await caller.call(pickRestaurant, {
    params: { campusCode: 'arden' },
    query: { exclude },
  })
  expect(status).toBe(400)
})

test('a pick without any restaurant left is 404 with an error message', async () => {
  const all = [oak, elm, ash, fir].map(restaurant => restaurant.id).join(',')
  for (const [campusCode, query] of [
    ['matthews', {}],
    ['arden', { search: 'no such place' }],
    ['arden', { search: closed.name }],
    ['arden', { exclude: all }],
  ] as const) {
    const { status, error } = await caller.call(pickRestaurant, { params: { campusCode }, query })
    expect(status).toBe(404)
    expect(error).toEqual({ message: 'Could not find a random restaurant' })
  }
})

test('a pick leaves out what is closed at lunch if asked to, and says so when only such places are left', async () => {
  // 9 AM on a Monday in New York.
  app.clock.set('2026-11-16T14:00:00Z')
  const place = (name: string, start: string, end: string) =>
    app.restaurant({
      name,
      campusCode: 'concord',
      travelTime: 10,
      openingTimes: JSON.stringify([{ day: 0, start, end }]),
    })
  const lunches = await place('Lunch Diner', '11:00', '14:30')
  const dinners = await place('Dinner Diner', '17:00', '21:00')
  const tooFar = await place('Early Diner', '06:00', '12:10')
  const unknown = await app.restaurant({ name: 'Unknown Diner', campusCode: 'concord', openingTimes: null })
  const params = { campusCode: 'concord' }
  const open = { openAtLunch: '1' } as const
  const all = [lunches, dinners, tooFar, unknown]
  const names = (places: { name: string }[]) => new Set(places.map(({ name }) => name))
  expect(await picks(200, {}, 'concord'), 'by default').toEqual(names(all))
  expect(await picks(50, open, 'concord')).toEqual(names([lunches, unknown]))
  const query = { ...open, search: 'dinner' }
  const { status, error } = await caller.call(pickRestaurant, { params, query })
  expect(status).toBe(404)
  expect(error).toEqual({ message: 'Could not find a random restaurant', closed: 1 })
  app.clock.set('2026-11-16T22:00:00Z')
  expect(await picks(50, open, 'concord'), 'at 5 PM').toEqual(names([dinners, unknown]))
})

// What the filters mean is tested in features/restaurants/restaurant-filters.test.ts.
test('a pick respects each filter of the list', async () => {
  const campusCode = 'franklin'
  const always = [0, 1, 2, 3, 4, 5, 6].map(day => ({ day, start: '00:00', end: '24:00' }))
  const known = { cuisine: 'pizza;italian', price: '$', travelTime: 5 } as const
  const a = await app.restaurant({ campusCode, ...known, openingTimes: JSON.stringify(always) })
  const b = await app.restaurant({
    campusCode,
    ...{ cuisine: 'thai', price: '$$', travelTime: 15, openingTimes: '[]' },
  })
  const c = await app.restaurant({ campusCode, travelTime: 0, diets: 'vegan,halal', price: null })
  await caller.call(addFavorite, { body: { restaurantId: b.id } })
  await caller.call(createRating, { body: { restaurantId: c.id, value: 4 } })
  const all = new Set([a.name, b.name, c.name])
  for (const [query, expected] of [
    [{ open: '0' }, all],
    [{ open: '1' }, new Set([a.name])],
    [{ cuisine: 'Italian,thai' }, new Set([a.name, b.name])],
    [{ price: '$,$$' }, new Set([a.name, b.name])],
    [{ within: '10' }, new Set([a.name])],
    [{ diet: 'vegan' }, new Set([c.name])],
    [{ mine: 'favorites' }, new Set([b.name])],
    [{ mine: 'rated' }, new Set([c.name])],
    [{ mine: 'unrated' }, new Set([a.name, b.name])],
    [{ mine: 'favorites,rated' }, new Set([b.name, c.name])],
  ] as const)
    expect([query, await picks(50, query as never, campusCode)]).toEqual([query, expected])
  for (const query of [{ price: 'cheap' }, { diet: 'meat' }, { mine: 'theirs' }]) {
    const params = { campusCode }
    expect((await caller.call(pickRestaurant, { params, query: query as never })).status).toBe(400)
  }
})

test('each eligible restaurant is equally likely', () => {
  const count = 11
  const ids = Array.from({ length: count }, (_, id) => id)
  const draws = 110_000
  const counts = new Map<number, number>()
  for (let i = 0; i < draws; i += 1) {
    const id = pickRandom(ids) ?? -1
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const expected = draws / count
  expect(counts.size).toBe(count)
  const chiSquare = [...counts.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0)
  // Ten degrees of freedom: fair draws exceed 80 once in 10^12 runs; one place 5 % likelier than the others gives 25 on
  // average, 20 % likelier about 370.
  expect(chiSquare).toBeLessThan(80)
})

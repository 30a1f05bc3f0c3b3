import { describe, expect, test } from 'vitest'
import { isComplete, ordersOf, type Sort, type Sortable, sortRestaurants } from './restaurant-sort.ts'

const place = (name: string, fields: Partial<Sortable> = {}): Sortable => ({
  name,
  price: null,
  distance: null,
  avgRating: null,
  ...fields,
})

const namesOf = (restaurants: Sortable[]) => restaurants.map(restaurant => restaurant.name).join(' ')
const noAverages = () => null

describe('whether a sort is complete', () => {
  test.each<[Sort, boolean]>([
    [{}, false],
    [{ type: 'price' }, false],
    [{ type: 'for-you' }, true],
    [{ type: 'price', order: 'low-to-high' }, true],
    [{ type: 'price', order: 'a-to-z' }, false],
    [{ type: 'name', order: 'z-to-a' }, true],
    [{ type: 'name', order: 'high-to-low' }, false],
    [{ type: 'ratings', order: 'high-to-low' }, false],
    [{ type: 'ratings', order: 'high-to-low', average: 'personal-average' }, true],
    [{ order: 'high-to-low', average: 'campus-average' }, false],
  ])('%j: %s', (sort, complete) => {
    expect(isComplete(sort)).toBe(complete)
  })

  test('names have alphabetical orders, everything else orders by size', () => {
    expect(ordersOf('name')).toEqual(['a-to-z', 'z-to-a'])
    for (const type of ['ratings', 'price', 'distance'] as const)
      expect(ordersOf(type)).toEqual(['high-to-low', 'low-to-high'])
    expect(ordersOf('for-you'), 'best first, always').toEqual([])
  })
})

test('prices are compared by their length; restaurants without one are last in either order', () => {
  const list = [
    place('b', { price: '$$' }),
    place('x'),
    place('a', { price: '$$$' }),
    place('c', { price: '$' }),
  ]
  const sorted = (order: Sort['order']) =>
    namesOf(sortRestaurants(list, order ? { type: 'price', order } : {}, noAverages))
  expect(sorted('high-to-low')).toBe('a b c x')
  expect(sorted('low-to-high')).toBe('c b a x')
})

test('distances are sorted both ways, equal ones by name and unknown ones last', () => {
  const list = [
    place('x'),
    place('b', { distance: 2 }),
    place('a', { distance: 2 }),
    place('c', { distance: 0 }),
  ]
  const sorted = (order: 'high-to-low' | 'low-to-high') =>
    namesOf(sortRestaurants(list, { type: 'distance', order }, noAverages))
  expect(sorted('low-to-high')).toBe('c a b x')
  expect(sorted('high-to-low')).toBe('a b c x')
})

test('names are sorted both ways', () => {
  const list = [place('Route 10'), place('apple'), place('Route 9')]
  expect(namesOf(sortRestaurants(list, { type: 'name', order: 'a-to-z' }, noAverages))).toBe(
    'apple Route 9 Route 10',
  )
  expect(namesOf(sortRestaurants(list, { type: 'name', order: 'z-to-a' }, noAverages))).toBe(
    'Route 10 Route 9 apple',
  )
})

test('ratings are sorted by the chosen kind of average; an incomplete sort uses the campus average, highest first', () => {
  const list = [place('a'), place('b'), place('c')]
  const averages: Record<string, Record<string, number>> = {
    'campus-average': { a: 2, b: 4 },
    'personal-average': { c: 1, a: 5 },
    'department-average': { b: 3, c: 3.5 },
  }
  const sorted = (sort: Sort) =>
    namesOf(sortRestaurants(list, sort, ({ name }, kind) => averages[kind]?.[name]))
  expect(sorted({})).toBe('b a c')
  expect(sorted({ type: 'ratings', order: 'low-to-high' })).toBe('b a c')
  expect(sorted({ type: 'ratings', order: 'low-to-high', average: 'campus-average' })).toBe('a b c')
  expect(sorted({ type: 'ratings', order: 'high-to-low', average: 'personal-average' })).toBe('a c b')
  expect(sorted({ type: 'ratings', order: 'high-to-low', average: 'department-average' })).toBe('c b a')
})

test('the given list is not changed', () => {
  const list = [place('b'), place('a')]
  sortRestaurants(list, {}, noAverages)
  expect(namesOf(list)).toBe('b a')
})

test('“for you” puts what the user would like best first, and what they have rated last', () => {
  const expected: Record<string, number> = { fine: 4.1, great: 4.8 }
  const list = [place('rated'), place('fine'), place('great')]
  const sorted = sortRestaurants(list, { type: 'for-you' }, ({ name }, kind) =>
    kind === 'expected' ? expected[name] : 5,
  )
  expect(namesOf(sorted)).toBe('great fine rated')
})

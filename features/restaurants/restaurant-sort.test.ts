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

const priced = [
  place('b', { price: '$$' }),
  place('x'),
  place('a', { price: '$$$' }),
  place('c', { price: '$' }),
]
const distant = [
  ...[place('x'), place('b', { distance: 2 }), place('a', { distance: 2 }), place('c', { distance: 0 })],
]
const named = [place('Route 10'), place('apple'), place('Route 9')]

test.each<[string, Sortable[], Sort, string]>([
  ['without a price are last', priced, { type: 'price', order: 'high-to-low' }, 'a b c x'],
  ['without a price are last in either order', priced, { type: 'price', order: 'low-to-high' }, 'c b a x'],
  ['of equal distance are by name', distant, { type: 'distance', order: 'low-to-high' }, 'c a b x'],
  ['of unknown distance are last', distant, { type: 'distance', order: 'high-to-low' }, 'a b c x'],
  ['come by name', named, { type: 'name', order: 'a-to-z' }, 'apple Route 9 Route 10'],
  ['come by name, the last one first', named, { type: 'name', order: 'z-to-a' }, 'Route 10 Route 9 apple'],
])('restaurants %s', (_, list, sort, expected) => {
  expect(namesOf(sortRestaurants(list, sort, noAverages))).toBe(expected)
})

test.each<[Sort, string]>([
  [{}, 'b a c'],
  [{ type: 'ratings', order: 'low-to-high' }, 'b a c'],
  [{ type: 'ratings', order: 'low-to-high', average: 'campus-average' }, 'a b c'],
  [{ type: 'ratings', order: 'high-to-low', average: 'personal-average' }, 'a c b'],
  [{ type: 'ratings', order: 'high-to-low', average: 'department-average' }, 'c b a'],
])('%j sorts by that average, and an incomplete sort by the campus’s, highest first', (sort, expected) => {
  const averages: Record<string, Record<string, number>> = {
    'campus-average': { a: 2, b: 4 },
    'personal-average': { c: 1, a: 5 },
    'department-average': { b: 3, c: 3.5 },
  }
  const list = [place('a'), place('b'), place('c')]
  const sorted = sortRestaurants(list, sort, ({ name }, kind) => averages[kind]?.[name])
  expect(namesOf(sorted)).toBe(expected)
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

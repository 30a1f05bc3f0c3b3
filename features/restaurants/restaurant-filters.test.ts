import { describe, expect, test } from 'vitest'
import { diets, joinDiets, sortDiets } from '#kit/rules/diets.ts'
import {
  countCuisines,
  type Filterable,
  type FilterContext,
  filterOf,
  type RestaurantFilters,
} from './restaurant-filters.ts'

const place = (id: number, fields: Partial<Filterable> = {}): Filterable => ({
  id,
  cuisine: null,
  price: null,
  travelTime: 0,
  diets: [],
  openingTimes: null,
  ...fields,
})
const places = [
  place(1, { cuisine: 'pizza;italian', price: '$', travelTime: 10, diets: ['vegan'], openingTimes: [] }),
  place(2, { cuisine: 'Thai', price: '$$', travelTime: 11, diets: ['halal', 'vegan'] }),
  place(3, { cuisine: 'burger, ice_cream', price: '$$$', travelTime: 1 }),
  place(4),
]
// In these tests, places with known times are open, the second is a favorite, and the third was rated.
const context: FilterContext = {
  isOpen: times => times !== null,
  isFavorite: id => id === 2,
  isRated: id => id === 3,
}
const found = (filters: RestaurantFilters) => places.filter(filterOf(filters, context)).map(({ id }) => id)

describe('filters', () => {
  test.each<[string, RestaurantFilters, number[]]>([
    ['none', {}, [1, 2, 3, 4]],
    ['minutes without a limit, as Home has them', { within: Number.POSITIVE_INFINITY }, [1, 2, 3, 4]],
    ['empty ones', { cuisine: [], price: [], diet: [], mine: [], open: false }, [1, 2, 3, 4]],
    ['one cuisine of several', { cuisine: ['Italian'] }, [1]],
    ['any of several cuisines', { cuisine: ['pizza', 'thai'] }, [1, 2]],
    ['a cuisine with an underscore', { cuisine: ['ice cream'] }, [3]],
    ['part of a cuisine’s name, which doesn’t match', { cuisine: ['ice'] }, []],
    ['prices', { price: ['$', '$$$'] }, [1, 3]],
    ['minutes, which some places don’t have', { within: 10 }, [1, 3]],
    ['diets', { diet: ['halal', 'kosher'] }, [2]],
    ['favorites', { mine: ['favorites'] }, [2]],
    ['unrated', { mine: ['unrated'] }, [1, 2, 4]],
    ['favorites or rated', { mine: ['favorites', 'rated'] }, [2, 3]],
    ['open, which isn’t known of some places', { open: true }, [1]],
    [
      'all kinds at once',
      { cuisine: ['pizza', 'thai'], price: ['$', '$$'], diet: ['vegan'], within: 10 },
      [1],
    ],
  ])('%s', (_, filters, ids) => expect(found(filters)).toEqual(ids))
})

test('cuisines are counted and sorted by frequency, then by name', () => {
  const texts = ['pizza;italian', 'Thai', null, ' thai , THAI,', 'fried__chicken_wings', 'italian/thai']
  expect(countCuisines(texts.map(cuisine => ({ cuisine })))).toEqual([
    { cuisine: 'thai', count: 3 },
    { cuisine: 'italian', count: 2 },
    { cuisine: 'fried chicken wings', count: 1 },
    { cuisine: 'pizza', count: 1 },
  ])
})

test('diets are read as people write them, and joined in a fixed order', () => {
  expect(sortDiets('Kosher; Gluten Free,vegan, ').diets).toEqual(['vegan', 'gluten-free', 'kosher'])
  const all = 'VEGETARIAN / vegan, gluten  free | dairy_free; halal, kosher'
  expect(sortDiets(all)).toEqual({ diets, unknown: [] })
  expect(sortDiets('')).toEqual({ diets: [], unknown: [] })
  expect(sortDiets('vegan, paleo')).toEqual({ diets: ['vegan'], unknown: ['paleo'] })
  expect(joinDiets(['kosher', 'vegan'])).toBe('vegan,kosher')
})

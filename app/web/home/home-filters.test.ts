import { expect, test } from 'vitest'
import {
  describeFilters,
  filterParams,
  filtersOf,
  noFilters,
  parseFilterSearch,
  toFilterSearch,
} from './home-filters.ts'

const address = {
  open: '1',
  cuisine: 'pizza,thai',
  price: '$,$$',
  within: '10',
  diet: 'vegan',
  mine: 'unrated',
}

test('a full URL is read and written back unchanged', () => {
  const search = parseFilterSearch(address)
  expect(search).toEqual(address)
  const filters = filtersOf(search, [])
  expect(filters).toEqual({
    open: true,
    cuisine: ['pizza', 'thai'],
    price: ['$', '$$'],
    within: 10,
    diet: ['vegan'],
    mine: ['unrated'],
  })
  expect(toFilterSearch(filters, [])).toEqual(address)
  expect(filterParams(filters)).toEqual(address)
})

test('missing and invalid parameters set no filters', () => {
  expect(parseFilterSearch({})).toEqual({})
  const nonsense = { open: 'yes', cuisine: ' , ', price: 'cheap', within: '-3', diet: 'meat', mine: 'theirs' }
  expect(parseFilterSearch(nonsense)).toEqual({})
  expect(filtersOf({}, [])).toEqual(noFilters)
  expect(filterParams(noFilters)).toEqual({})
})

test('unknown values in a list are dropped; order and case don’t matter', () => {
  expect(parseFilterSearch({ price: '$$,free,$', cuisine: 'Thai;PIZZA' })).toEqual({
    price: '$,$$',
    cuisine: 'thai,pizza',
  })
})

test('the viewer’s own diets are preselected and can be deselected', () => {
  expect(filtersOf({}, ['vegan', 'halal']).diet).toEqual(['vegan', 'halal'])
  expect(filtersOf({ diet: 'kosher' }, ['vegan']).diet).toEqual(['kosher'])
  const none = toFilterSearch(noFilters, ['vegan'])
  expect(none.diet).toBe('any')
  expect(filtersOf(parseFilterSearch(none), ['vegan']).diet).toEqual([])
  expect(toFilterSearch({ ...noFilters, diet: ['vegan'] }, ['vegan']).diet).toBeUndefined()
  expect(filterParams(filtersOf({}, ['vegan']))).toEqual({ diet: 'vegan' })
})

test('the chosen filters are described in words', () => {
  expect(describeFilters(filtersOf(parseFilterSearch(address), []))).toEqual([
    'open now',
    'pizza or thai',
    '$ or $$',
    'within 10 min',
    'vegan',
    'not rated by me',
  ])
})

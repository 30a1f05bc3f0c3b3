import { expect, test } from 'vitest'
import { formatQuery, parseQuery, readParams, type Search } from '#kit/web/router/params.ts'
import { describeFilters, filterParams, filtersOf, noFilters, toFilterSearch } from './home-filters.ts'

const address = {
  open: '1',
  cuisine: 'pizza,thai',
  price: '$,$$',
  within: '10',
  diet: 'vegan',
  mine: 'unrated',
}

const read = (search: Search) => readParams(filterParams, search)
const written = (...given: Parameters<typeof toFilterSearch>) =>
  parseQuery(formatQuery(toFilterSearch(...given)))

test('a full URL is read and written back unchanged', () => {
  const filters = filtersOf(read(address), [])
  expect(filters).toEqual({
    open: true,
    cuisine: ['pizza', 'thai'],
    price: ['$', '$$'],
    within: 10,
    diet: ['vegan'],
    mine: ['unrated'],
  })
  expect(written(filters, [])).toEqual(address)
})

test('missing and invalid parameters set no filters', () => {
  const nonsense = { open: 'yes', cuisine: ' , ', price: 'cheap', within: '-3', diet: 'meat', mine: 'theirs' }
  expect(filtersOf(read(nonsense), [])).toEqual(noFilters)
  expect(filtersOf(read({}), [])).toEqual(noFilters)
  expect(written(noFilters, [])).toEqual({})
})

test('unknown values in a list are dropped; order and case don’t matter', () => {
  expect(read({ price: '$$,free,$', cuisine: 'Thai;PIZZA' })).toEqual({
    price: ['$', '$$'],
    cuisine: ['thai', 'pizza'],
  })
})

test('the viewer’s own diets are preselected and can be deselected', () => {
  expect(filtersOf({}, ['vegan', 'halal']).diet).toEqual(['vegan', 'halal'])
  expect(filtersOf(read({ diet: 'kosher' }), ['vegan']).diet).toEqual(['kosher'])
  const none = written(noFilters, ['vegan'])
  expect(none.diet).toBe('any')
  expect(filtersOf(read(none), ['vegan']).diet).toEqual([])
  expect(written({ ...noFilters, diet: ['vegan'] }, ['vegan']).diet).toBeUndefined()
  expect(written(filtersOf({}, ['vegan']), [])).toEqual({ diet: 'vegan' })
})

test('the chosen filters are described in words', () => {
  expect(describeFilters(filtersOf(read(address), []))).toEqual([
    'open now',
    'pizza or thai',
    '$ or $$',
    'within 10 min',
    'vegan',
    'not rated by me',
  ])
})

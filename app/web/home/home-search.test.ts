import { expect, test } from 'vitest'
import { restaurantParams } from '#app/web/restaurant/restaurant-params.ts'
import { readParams, type Search } from '#kit/web/router/params.ts'
import { homeParams, sortOf, sortParams } from './home-search.ts'

const read = (search: Search) => readParams({ ...homeParams, ...restaurantParams, ...sortParams }, search)
const sortIn = (search: Search) => sortOf(readParams(sortParams, search))

test('a full URL is read', () => {
  const list = { campus: 'arden', q: 'tacos', view: 'map', decide: 'now' }
  const sort = { sort: 'ratings', order: 'low-to-high', average: 'personal-average' }
  const search = { ...list, ...sort, edit: 'team', restaurant: '12', rate: '12', pick: '7' }
  expect(read(search)).toEqual({ ...search, restaurant: 12, rate: 12, pick: 7 })
  expect(sortIn(sort)).toEqual({ type: 'ratings', order: 'low-to-high', average: 'personal-average' })
})

test('missing and invalid parameters give an empty search', () => {
  expect(read({})).toEqual({})
  expect(
    read({
      campus: ' ',
      q: '',
      view: 'globe',
      sort: 'best',
      restaurant: 'x',
      rate: '-1',
      pick: '1e3',
      decide: 'later',
      edit: '12',
      other: 'x',
    }),
  ).toEqual({})
})

test('an order that the sort type doesn’t have is dropped, and so is the average that depends on it', () => {
  expect(sortIn({ sort: 'name', order: 'high-to-low' })).toEqual({ type: 'name' })
  expect(sortIn({ sort: 'ratings', order: 'a-to-z', average: 'campus-average' })).toEqual({ type: 'ratings' })
  expect(sortIn({ sort: 'price', order: 'low-to-high', average: 'campus-average' })).toEqual({
    type: 'price',
    order: 'low-to-high',
  })
  expect(sortIn({ order: 'a-to-z' })).toEqual({})
})

test('a search text is cut to the length that the server accepts', () => {
  expect(read({ q: 'x'.repeat(300) }).q).toHaveLength(200)
})

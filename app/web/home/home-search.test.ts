import { expect, test } from 'vitest'
import { parseHomeSearch, sortOf } from './home-search.ts'

test('a full URL is read', () => {
  const search = parseHomeSearch({
    campus: 'arden',
    q: 'tacos',
    view: 'map',
    sort: 'ratings',
    order: 'low-to-high',
    average: 'personal-average',
    restaurant: '12',
    edit: 'team',
    rate: '12',
    pick: '7',
  })
  expect(search).toEqual({
    campus: 'arden',
    q: 'tacos',
    view: 'map',
    sort: 'ratings',
    order: 'low-to-high',
    average: 'personal-average',
    restaurant: 12,
    edit: 'team',
    rate: 12,
    pick: 7,
  })
  expect(sortOf(search)).toEqual({ type: 'ratings', order: 'low-to-high', average: 'personal-average' })
})

test('parsing an already parsed search changes nothing', () => {
  const search = parseHomeSearch({ campus: 'arden', restaurant: '12', sort: 'name', order: 'z-to-a' })
  expect(parseHomeSearch(search)).toEqual(search)
})

test('missing and invalid parameters give an empty search', () => {
  expect(parseHomeSearch({})).toEqual({})
  expect(
    parseHomeSearch({
      campus: ' ',
      q: '',
      view: 'globe',
      sort: 'best',
      restaurant: 'x',
      rate: '-1',
      pick: '1e3',
      other: 'x',
    }),
  ).toEqual({})
})

test.each(['0', '1.5', '007', '99999999999', '2147483648', 'constructor', null, {}])(
  '%s is not a restaurant id',
  restaurant => {
    expect(parseHomeSearch({ restaurant, edit: 'team' })).toEqual({})
  },
)

test('an order that the sort type doesn’t have is dropped, and so is the average that depends on it', () => {
  expect(parseHomeSearch({ sort: 'name', order: 'high-to-low' })).toEqual({ sort: 'name' })
  expect(parseHomeSearch({ sort: 'ratings', order: 'a-to-z', average: 'campus-average' })).toEqual({
    sort: 'ratings',
  })
  expect(parseHomeSearch({ sort: 'price', order: 'low-to-high', average: 'campus-average' })).toEqual({
    sort: 'price',
    order: 'low-to-high',
  })
  expect(parseHomeSearch({ order: 'a-to-z' })).toEqual({})
})

test('a search text is cut to the length that the server accepts', () => {
  expect(parseHomeSearch({ q: 'x'.repeat(300) }).q).toHaveLength(200)
})

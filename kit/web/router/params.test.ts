import { expect, test } from 'vitest'
import { formatQuery, param, parseQuery, readParams } from './params.ts'

test('an address is written as plain texts and read back the same', () => {
  const search = { restaurant: '12', q: 'fish & chips +1', next: '/profile?tab=ratings' }
  expect(formatQuery({ restaurant: 12, q: search.q })).toBe('?restaurant=12&q=fish+%26+chips+%2B1')
  expect(parseQuery(formatQuery(search))).toEqual(search)
})

test('empty and undefined values are omitted; if nothing is left, so is the question mark', () => {
  expect(formatQuery({ q: '', campus: undefined })).toBe('')
})

test('a list is separated by commas, and only true flags are written', () => {
  const part = { price: ['$', '$$'], mine: [], open: true, hidden: false, q: 'false' }
  expect(formatQuery(part)).toBe('?price=%24%2C%24%24&open=1&q=false')
})

const params = {
  token: param.text(),
  q: param.text(3),
  within: param.whole(1, 600),
  restaurant: param.id,
  open: param.flag,
  view: param.oneOf(['map']),
  price: param.someOf(['$', '$$', '$$$']),
}

test('an address is read as typed values, and only what was asked for', () => {
  const search = {
    token: 'abc',
    q: 'tacos',
    within: '10',
    restaurant: '12',
    open: '1',
    view: 'map',
    price: '$$$,$',
  }
  expect(readParams(params, { ...search, other: 'x' })).toEqual({
    token: 'abc',
    q: 'tac',
    within: 10,
    restaurant: 12,
    open: true,
    view: 'map',
    price: ['$', '$$$'],
  })
})

test('what a rule doesn’t accept counts as absent', () => {
  expect(readParams(params, {})).toEqual({})
  const search = {
    token: '',
    q: ' ',
    within: '601',
    restaurant: '007',
    open: 'yes',
    view: 'globe',
    price: 'free',
  }
  expect(readParams(params, search)).toEqual({})
})

test.each(['0', '1.5', '007', '-1', '1e3', 'x', '99999999999', '2147483648', 'constructor'])(
  '%s is no id',
  restaurant => {
    expect(readParams(params, { restaurant })).toEqual({})
  },
)

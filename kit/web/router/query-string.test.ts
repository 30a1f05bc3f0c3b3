import { expect, test } from 'vitest'
import { formatQuery, parseQuery, pickTexts } from './query-string.ts'

test('an address is written as plain texts and read back the same', () => {
  const search = { restaurant: '12', q: 'fish & chips +1', next: '/profile?tab=ratings' }
  expect(formatQuery({ restaurant: 12, q: search.q })).toBe('?restaurant=12&q=fish+%26+chips+%2B1')
  expect(parseQuery(formatQuery(search))).toEqual(search)
})

test('empty and undefined values are omitted; if nothing is left, so is the question mark', () => {
  expect(formatQuery({ q: '', campus: undefined })).toBe('')
})

test('only the requested parameters are picked, and only texts', () => {
  expect(pickTexts({ token: 'abc', other: 'x' }, ['token'])).toEqual({ token: 'abc' })
  expect(pickTexts({ token: 7 }, ['token'])).toEqual({})
})

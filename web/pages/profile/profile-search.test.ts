import { expect, test } from 'vitest'
import { parseProfileSearch, profileHref } from './profile-search.ts'

test('tab, campus and dialogs are read from the address', () => {
  expect(parseProfileSearch({ tab: 'unrated', campus: 'arden', rate: '7' })).toEqual({
    tab: 'unrated',
    campus: 'arden',
    rate: 7,
  })
})

test('what makes no sense is dropped', () => {
  expect(
    parseProfileSearch({ tab: 'constructor', campus: 'x'.repeat(61), restaurant: '-1', q: 'tacos' }),
  ).toEqual({})
})

test('a link leads to the same place', () => {
  expect(profileHref({ tab: 'ratings', restaurant: 12 })).toBe('/profile?tab=ratings&restaurant=12')
})

import { expect, test } from 'vitest'
import { parseProfileSearch, profileHref } from './profile-search.ts'

test('tab, campus and dialogs are read from the URL', () => {
  expect(parseProfileSearch({ tab: 'unrated', campus: 'arden', rate: '7' })).toEqual({
    tab: 'unrated',
    campus: 'arden',
    rate: 7,
  })
})

test('invalid parameters are dropped', () => {
  expect(
    parseProfileSearch({ tab: 'constructor', campus: 'x'.repeat(61), restaurant: '-1', q: 'tacos' }),
  ).toEqual({})
})

test('a link to a tab and a dialog has their parameters', () => {
  expect(profileHref({ tab: 'ratings', restaurant: 12 })).toBe('/profile?tab=ratings&restaurant=12')
})

import { expect, test } from 'vitest'
import { readParams } from '#kit/web/router/params.ts'
import { profileHref, profileParams } from './profile-search.ts'

test('tab and campus are read from the URL', () => {
  const search = { tab: 'unrated', campus: 'arden' }
  expect(readParams(profileParams, { ...search, rate: '7' })).toEqual(search)
})

test('invalid parameters are dropped', () => {
  expect(readParams(profileParams, { tab: 'constructor', campus: 'x'.repeat(61), q: 'tacos' })).toEqual({})
})

test('a link to a tab and a dialog has their parameters', () => {
  expect(profileHref({ tab: 'ratings', restaurant: 12 })).toBe('/profile?tab=ratings&restaurant=12')
})

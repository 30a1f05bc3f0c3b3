import { expect, test } from 'vitest'
import { defaultTeamNames, parseTeamNames, teamRatingField, teamRatingsOf } from './team-ratings.ts'

test('the setting has one name a line', () => {
  expect(parseTeamNames(' Zoë \nBen\r\n\nBen\n')).toEqual(['Zoë', 'Ben'])
})

test('what is no first name is left out, and so is a name whose field means something else already', () => {
  expect(parseTeamNames('Ann Marie\nBen2\n__proto__\nCount\nEve')).toEqual(['Eve'])
})

test('there are seven at most', () => {
  expect(parseTeamNames('A\nB\nC\nD\nE\nF\nG\nH\nI')).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G'])
})

test('without a usable setting the default names hold', () => {
  expect(defaultTeamNames).toHaveLength(7)
  for (const setting of [null, '', ' \n ', '123\n-'])
    expect(parseTeamNames(setting)).toEqual(defaultTeamNames)
})

test('each name has a field', () => {
  expect(teamRatingField('Eric')).toBe('ratingEric')
})

test('the team ratings of a restaurant are found by their names, in order', () => {
  const restaurant = { id: 1, name: 'Sample', ratingZoë: 5, ratingAnna: 0, ratingCount: 12, avgRating: 4 }
  expect(teamRatingsOf(restaurant)).toEqual([
    { name: 'Zoë', field: 'ratingZoë', value: 5 },
    { name: 'Anna', field: 'ratingAnna', value: 0 },
  ])
})

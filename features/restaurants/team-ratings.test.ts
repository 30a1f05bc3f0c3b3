import { expect, test } from 'vitest'
import { teamRatingField, teamRatingsOf } from './team-ratings.ts'

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

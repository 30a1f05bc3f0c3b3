import { expect, test } from 'vitest'
import { average, averageAfter, formatAverage, starCount } from './stars.ts'

test.each([
  [0, 0, null],
  [5, 1, 5],
  [9, 2, 4.5],
  [13, 3, 4.3],
  [17, 4, 4.3],
  [87, 20, 4.4],
  [11, 3, 3.7],
  [3_333_333, 1_000_000, 3.3],
])('a sum of %i over %i ratings gives the average %s', (sum, count, expected) => {
  expect(average(sum, count)).toBe(expected)
})

test('every average that is halfway between two tenths is rounded up', () => {
  // With twenty ratings, averages are in steps of 0.05: every odd sum is halfway between two tenths.
  for (let sum = 21; sum < 100; sum += 2) expect(average(sum, 20)).toBe(Number(((sum + 1) / 20).toFixed(1)))
})

test('a new rating and a changed rating both update the average', () => {
  expect(averageAfter({ average: null, count: 0 }, null, 4)).toEqual({ average: 4, count: 1 })
  expect(averageAfter({ average: 3.7, count: 3 }, null, 5)).toEqual({ average: 4, count: 4 })
  expect(averageAfter({ average: 3.7, count: 3 }, 3, 4)).toEqual({ average: 4, count: 3 })
  expect(averageAfter({ average: 4.3, count: 3 }, 5, 2)).toEqual({ average: 3.3, count: 3 })
})

test('an average is shown with one decimal, or in words when there is none', () => {
  expect(formatAverage(4)).toBe('4.0')
  expect(formatAverage(4.3)).toBe('4.3')
  expect(formatAverage(null)).toBe('No ratings yet')
})

test('counts of stars use singular and plural correctly', () => {
  expect([1, 2, 5].map(starCount)).toEqual(['1 star', '2 stars', '5 stars'])
})

import { expect, test } from 'vitest'
import { compareNames } from './compare-names.ts'

test('names stand whatever their case, accents beside their letters, numbers by what they count', () => {
  const names = ['zebra', 'Route 10', 'Éclair', 'apple', 'Route 9', 'Eagle', 'Banana']
  expect(names.sort(compareNames)).toEqual([
    'apple',
    'Banana',
    'Eagle',
    'Éclair',
    'Route 9',
    'Route 10',
    'zebra',
  ])
})

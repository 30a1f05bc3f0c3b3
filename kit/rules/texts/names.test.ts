import { expect, test } from 'vitest'
import { compareNames, foldCode, tidyName } from './names.ts'

test('names are sorted regardless of case, with accented letters beside plain ones and numbers by value', () => {
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

test.each([
  ['arden', ' ARDEN '],
  ['campus é', 'Campus  E\u0301'],
])('%j and %j are the same code', (a, b) => {
  expect(foldCode(a)).toBe(foldCode(b))
})

test('codes that differ in a hyphen are different', () => {
  expect(foldCode('east-1')).not.toBe(foldCode('east1'))
})

test.each([
  [' Two\u00a0\u00a0Cats ', 'Two Cats'],
  ['山\u3000田', '山 田'],
])('the name %j is stored as %j', (typed, stored) => {
  expect(tidyName(typed)).toBe(stored)
})

import { expect, test } from 'vitest'
import { compareNames, foldName } from './names.ts'

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
  ['Guest Services', ' guest   SERVICES '],
  ['Café Zoë', 'CAFE\u0301 ZOE\u0308'],
  ['Two\nlines', 'two lines'],
])('%j and %j are the same name', (a, b) => {
  expect(foldName(a)).toBe(foldName(b))
})

test.each([
  ['Cafe', 'Café'],
  ['Joe’s Grill', 'Joes Grill'],
  ['Guest Services', 'GuestServices'],
])('%j and %j are different names', (a, b) => {
  expect(foldName(a)).not.toBe(foldName(b))
})

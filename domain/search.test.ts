import { expect, test } from 'vitest'
import { matchesSearch } from './search.ts'

const cafe = { name: 'Éclair Café', address: '12 Oak_Street 100%' }

test.each([
  '',
  '  ',
  'éclair',
  'ÉCLAIR',
  'eclair',
  'CAFE',
  'cafe\u0301',
  ' lair ',
  'oak',
  '12 O',
  '100%',
  '_',
])('a search for %j finds the restaurant', text => {
  expect(matchesSearch(cafe, text)).toBe(true)
})

test.each([
  ['Chili’s', "Chili's"],
  ["chili's", 'Chili’s'],
  ['‘til', "'Til Noon"],
  ['O’Brien St', "12 O'Brien Street"],
  ["'til o'clock", '‘Til O’Clock'],
])('%j is found in %j: phones type curly apostrophes on their own', (text, found) => {
  expect(matchesSearch({ name: found, address: '' }, text)).toBe(true)
  expect(matchesSearch({ name: '', address: found }, text)).toBe(true)
})

test.each([
  ['pena', 'Peña'],
  ['Peña', 'Pena’s'],
  ['각', '각시'],
])('%j is found in %j: accents are ignored on both sides', (text, found) => {
  expect(matchesSearch({ name: found, address: '' }, text)).toBe(true)
})

test.each(['pizza', 'éclair 12', '.*', '%é', 'Café12'])(
  'a search for %j does not find the restaurant',
  text => {
    expect(matchesSearch(cafe, text)).toBe(false)
  },
)

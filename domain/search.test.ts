import { expect, test } from 'vitest'
import { matchesSearch } from './search.ts'

const cafe = { name: 'Éclair Café', address: '12 Oak_Street 100%' }

test.each(['', '  ', 'éclair', 'ÉCLAIR', 'café', ' lair ', 'oak', '12 O', '100%', '_'])(
  '%j is found',
  text => {
    expect(matchesSearch(cafe, text)).toBe(true)
  },
)

test.each(['pizza', 'éclair 12', '.*', '%é', 'Café12'])('%j is not', text => {
  expect(matchesSearch(cafe, text)).toBe(false)
})

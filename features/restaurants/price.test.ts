import { expect, test } from 'vitest'
import { priceLabels, prices } from './price.ts'

test('each price has its label, cheapest first', () => {
  expect(prices.map(price => [price.length, priceLabels[price]])).toEqual([
    [1, 'Inexpensive'],
    [2, 'Moderate'],
    [3, 'Expensive'],
    [4, 'Very Expensive'],
  ])
})

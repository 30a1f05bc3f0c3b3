import { expect, test } from 'vitest'
import { ringMiles, scaleMiles } from './rings.ts'

test.each([
  [100, 70, 450, [1, 2, 3, 4]],
  [40, 70, 450, [2, 4, 6, 8, 10]],
  [20, 70, 90, []],
  [9, 70, 200, [10, 20]],
  [700, 70, 400, [0.1, 0.2, 0.3, 0.4, 0.5]],
])('at %d pixels per mile the rings are at round distances', (perMile, apart, reach, miles) => {
  expect(ringMiles(perMile, apart, reach)).toEqual(miles)
})

test('the number of rings is limited, whatever the reach and the zoom', () => {
  expect(ringMiles(100, 70, 1e7)).toHaveLength(8)
  expect(ringMiles(1e-9, 70, 450)).toEqual([])
})

test.each([
  [100, 96, 0.5],
  [40, 96, 2],
  [0.5, 96, 100],
  [1e9, 96, 0.05],
])('at %d pixels per mile the scale bar shows a round number', (perMile, most, miles) => {
  expect(scaleMiles(perMile, most)).toBe(miles)
})

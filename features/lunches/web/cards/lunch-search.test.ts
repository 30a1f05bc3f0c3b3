import { expect, test } from 'vitest'
import { type LunchStart, parseLunchSearch, startParams } from './lunch-search.ts'

const texts = (params: object) =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
  )

test.each<LunchStart>([
  { restaurantIds: [] },
  { restaurantIds: [12] },
  { restaurantIds: [12, 7, 3], when: { date: '2026-11-20', time: '12:15' } },
  { restaurantIds: [], when: { date: '2026-11-20', time: '09:00' }, repeats: true },
])('an address with %j is read as it was written', start => {
  expect(parseLunchSearch(texts(startParams(start)))).toEqual({ start })
})

test('anything else in the address is left out', () => {
  expect(parseLunchSearch({ start: 'x', lunch: '0', startAt: '2026-11-20T12:15' })).toEqual({})
  for (const startAt of ['2026-11-20', '2026-11-20T25:00', '12:00', '2026-11-20T12:00Z'])
    expect(parseLunchSearch({ start: '4.x.-1', startAt })).toEqual({ start: { restaurantIds: [4] } })
})

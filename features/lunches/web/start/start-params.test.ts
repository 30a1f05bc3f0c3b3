import { expect, test } from 'vitest'
import { parseLunchSearch } from '../cards/lunch-search.ts'
import { type LunchStart, readStart, startParams } from './start-params.ts'

test.each<LunchStart>([
  { restaurantIds: [] },
  { restaurantIds: [12] },
  { restaurantIds: [12, 7, 3], when: { date: '2026-11-20', time: '12:15' } },
  { restaurantIds: [], when: { date: '2026-11-20', time: '09:00' }, repeats: true },
])('an address with %j is read as it was written', start => {
  const search = parseLunchSearch(startParams(start))
  expect(readStart(search)).toEqual(start)
  expect(parseLunchSearch(search), 'parsing it again changes nothing').toEqual(search)
})

test('an address of before is read, and anything else is left out', () => {
  expect(readStart(parseLunchSearch({ start: '12' }))).toEqual({ restaurantIds: [12] })
  for (const start of ['x', '', '0', '1.x', '.1', undefined])
    expect(parseLunchSearch({ start, startAt: '2026-11-20T12:15' })).toEqual({})
  for (const startAt of ['2026-11-20', '2026-11-20T25:00', '12:00', '2026-11-20T12:00Z'])
    expect(readStart(parseLunchSearch({ start: '4', startAt }))).toEqual({ restaurantIds: [4] })
})

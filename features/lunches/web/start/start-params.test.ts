import { expect, test } from 'vitest'
import { formatQuery, parseQuery, readParams } from '#kit/web/router/params.ts'
import { type LunchStart, lunchParams, startParams } from './start-params.ts'

const read = (query: string) => readParams(lunchParams, parseQuery(query))

test.each<LunchStart>([
  { restaurantIds: [] },
  { restaurantIds: [12] },
  { restaurantIds: [12, 7, 3], when: { date: '2026-11-20', time: '12:15' } },
  { restaurantIds: [], when: { date: '2026-11-20', time: '09:00' }, repeats: true },
])('an address with %j is read as it was written', ({ restaurantIds, when, repeats }) => {
  const query = formatQuery(
    startParams({ restaurantIds, ...(when && { when }), ...(repeats && { repeats }) }),
  )
  expect(read(query)).toEqual({
    start: restaurantIds,
    ...(when && { startAt: when }),
    ...(repeats && { startRepeats: true }),
  })
})

test('an address of before is read, and anything else is left out', () => {
  expect(read('?start=12')).toEqual({ start: [12] })
  expect(read('?start=12.7.3&startAt=2026-11-20T12%3A15&startRepeats=1&lunch=4')).toEqual({
    start: [12, 7, 3],
    startAt: { date: '2026-11-20', time: '12:15' },
    startRepeats: true,
    lunch: 4,
  })
  for (const start of ['x', '', '0', '1.x', '.1']) expect(read(`?start=${start}`)).toEqual({})
  for (const startAt of ['2026-11-20', '2026-11-20T25:00', '12:00', '2026-11-20T12:00Z'])
    expect(read(`?start=4&startAt=${startAt}`)).toEqual({ start: [4] })
})

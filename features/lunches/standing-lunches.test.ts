import { expect, test } from 'vitest'
import { everyLabel, everyShort, everyTitle } from './standing-lunches.ts'

test.each([
  [[1], 'every Tuesday'],
  [[1, 3], 'every Tuesday and Thursday'],
  [[0, 2, 4], 'every Monday, Wednesday and Friday'],
  [[0, 1, 2, 3, 4], 'every weekday'],
  [[0, 1, 2, 3, 5], 'every Monday, Tuesday, Wednesday, Thursday and Saturday'],
  [[0, 1, 2, 3, 4, 5, 6], 'every day'],
])('the days %j are %s', (days, label) => {
  expect(everyLabel(days)).toBe(label)
  expect(everyTitle(days)).toBe(`E${label.slice(1)}`)
})

test('a button names one day, or every time', () => {
  expect([[2], [0, 1, 2, 3, 4], [1, 3]].map(everyShort)).toEqual([
    'every Wednesday',
    'every weekday',
    'every time',
  ])
})

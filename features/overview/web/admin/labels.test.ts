import { expect, test } from 'vitest'
import { dayLabel, percentLabel } from './labels.ts'

test.each([
  [0, 0, '–'],
  [0, 7, '0%'],
  [1, 1000, '1%'],
  [1, 3, '33%'],
  [999, 1000, '99%'],
  [7, 7, '100%'],
])('%i of %i is shown as %s', (part, whole, label) => expect(percentLabel(part, whole)).toBe(label))

test('a day has the same name in every time zone', () => {
  expect(dayLabel('2026-11-16')).toBe('Nov 16')
})

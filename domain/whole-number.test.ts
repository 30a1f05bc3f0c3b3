import { expect, test } from 'vitest'
import { readWholeNumber } from './whole-number.ts'

test.each([
  ['5', 5],
  ['05', 5],
  [' 5 ', 5],
  ['5.0', 5],
  ['12.00', 12],
  ['5,0', 5],
  ['+5', 5],
  ['５', 5],
  ['𝟏𝟐', 12],
  ['１，０００．０', 1000],
  ['\u200B5\uFEFF', 5],
  ['1,000', 1000],
  ['0', 0],
])('%j is the whole number %d', (text, number) => {
  expect(readWholeNumber(text)).toBe(number)
})

test.each([
  '',
  ' ',
  '4.5',
  '4,5',
  '-1',
  '5 5',
  '1e3',
  '5.0.0',
  'five',
  '0x5',
  '1,00,000',
  '12¹',
  '4²',
  '⑫',
  '5½',
  '٥',
])('%j is none', text => {
  expect(readWholeNumber(text)).toBeNull()
})

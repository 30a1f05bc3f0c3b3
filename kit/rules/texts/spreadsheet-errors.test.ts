import { expect, test } from 'vitest'
import { isSpreadsheetError } from './spreadsheet-errors.ts'

test.each([
  ...['#REF!', '#N/A', '#NAME?', '#DIV/0!', '#VALUE!', '#NULL!', '#NUM!', '#SPILL!', '#BEZUG!', '#NV'],
  ...['#¡REF!', '#¿NOMBRE?', 'Err:502', '#########', '###', '1.92E+10', '1,92E+10', '8E-05'],
])('%j stands for no value', cell => {
  expect(isSpreadsheetError(cell)).toBe(true)
})

test.each([
  ...['', '#1', '#1 Kitchen', '# Hash', '##', 'Ref!', '828-555-0100', 'E+10', '#Winning', '2E'],
  'Route 1E10',
])('%j is a value', cell => {
  expect(isSpreadsheetError(cell)).toBe(false)
})

import { expect, test } from 'vitest'
import { isFraction, readNumber, readWholeNumber, withoutExponent } from './whole-number.ts'

test.each([
  [5, ['5', '05', ' 5 ', '5.0', '5,0', '+5', '５', '\u200B5\uFEFF', '5.000000000000000000e+00', '5,00E+00']],
  [5, ['5E0', '0.5e1', '500e-2']],
  [12, ['12.00', '𝟏𝟐', '1.200e+01']],
  [1000, ['１，０００．０', '1,000']],
  [0, ['0']],
])('the whole number %d is read from %j', (number, texts) => {
  expect(texts.map(readWholeNumber)).toEqual(texts.map(() => number))
})

test.each([
  ...['', ' ', '4.5', '4,5', '-1', '5 5', '1e3', '1.9E+10', '4.5e0', '1.25e+01', '5e-01', '5e', '5e999'],
  ...['5.0.0', 'five', '0x5', '1,00,000', '12¹', '4²', '⑫', '5½', '٥'],
])('%j is none', text => {
  expect(readWholeNumber(text)).toBeNull()
})

test.each(['4.5', '4,5', '.5', '-1.5', '4.5e0', '4.500000000000000000e+00', '1.25E+01', '５．５'])(
  '%j is a fraction',
  text => {
    expect(isFraction(text)).toBe(true)
  },
)

test.each(['5', '5.0', '5e0', '1,000', '4.5 stars', 'e', '1.9E+10', ''])('%j is no fraction', text => {
  expect(isFraction(text)).toBe(false)
})

test('miles may have decimals', () => {
  expect(['2.5', '2,5', '2.50e+00', '7.25e-01', '3', '1,000', 'near', ''].map(readNumber)).toEqual([
    ...[2.5, 2.5, 2.5, 0.725, 3, 1000],
    ...[null, null],
  ])
})

test('an exponent goes if the ones are written', () => {
  expect(withoutExponent('8.285550100000000000e+09')).toBe('8285550100.000000000')
  expect(withoutExponent('8.28E+09')).toBe('8.28E+09')
})

import { expect, test } from 'vitest'
import { formatHours } from './hours.ts'

test.each([
  '\u2010',
  '\u2011',
  '\u2012',
  '\u2013',
  '\u2014',
  '\u2015',
  '\u2212',
  '\uFE58',
  '\uFE63',
  '\uFF0D',
])('the dash %j becomes a hyphen', dash => {
  expect(formatHours(`11 AM ${dash} 9 PM, Mon${dash}Sat`)).toBe('11 AM - 9 PM, Mon-Sat')
})

test('unknown hours say so', () => {
  for (const hours of [null, '', '  ']) expect(formatHours(hours)).toBe('Hours not available')
})

import { describe, expect, test } from 'vitest'
import { withoutGuard, writeCsv } from './csv.ts'

describe('writing', () => {
  test('quotes only the cells that need quotes', () => {
    expect(
      writeCsv([['two words', 'a,b', 'say "hi"', 'two\nlines', ' in', 'out ', 3, -1.5, true, null]]),
    ).toBe('two words,"a,b","say ""hi""","two\nlines"," in","out ",3,-1.5,true,\r\n')
  })

  test.each([
    ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠x', ' =1'],
    '\u200B\u00A0＝1',
  ])('a formula is made harmless: %j [T-62]', text => {
    expect(writeCsv([[text]])).toMatch(/^"?'/)
    expect(withoutGuard(`'${text}`)).toBe(text)
  })

  test('removing the guard changes neither other apostrophes nor formulas without a guard', () => {
    for (const text of ["'tis good", '=1+1']) expect(withoutGuard(text)).toBe(text)
  })
})

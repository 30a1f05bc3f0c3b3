import { array, assert, property, string, stringMatching } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvRows, parseCsv, parseCsvTable, withoutGuard, writeCsv } from './csv.ts'

const cellsOf = (text: string) => parseCsv(text).map(row => row.cells)

describe('reading', () => {
  test('commas, quotes and line breaks may stand in quotes', () => {
    expect(cellsOf('name,address\r\n"Ann ""Annie"" Grill","1 Main St,\nArden"\r\n')).toEqual([
      ['name', 'address'],
      ['Ann "Annie" Grill', '1 Main St,\nArden'],
    ])
  })

  test('a byte order mark, any line break and a missing last one are fine', () => {
    expect(cellsOf('\uFEFFa,b\r\nc,d\ne,f\rg,h')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
      ['g', 'h'],
    ])
  })

  test('empty cells count, empty lines do not', () => {
    expect(cellsOf(',\n\n""\n\n')).toEqual([['', ''], ['']])
    expect(cellsOf('')).toEqual([])
  })

  test.each(['\n', '\r\n', '\r'])('a row knows the line that it begins in, where lines end on %j', end => {
    const lines = ['h', '"three', 'short', 'lines"', '"one"', '', 'last']
    expect(parseCsv(lines.join(end)).map(row => row.line)).toEqual([1, 2, 5, 7])
  })

  test('a quote within an unquoted cell is itself, and what follows a closing quote stays', () => {
    expect(cellsOf('5" pizza,"a"b')).toEqual([['5" pizza', 'ab']])
  })

  test('a quote that is never closed is refused with its line', () => {
    expect(() => parseCsv('a\nb\n"c\nd')).toThrow('The quote that opens in line 3 is never closed')
  })

  test('a row with more than a thousand cells is refused', () => {
    expect(parseCsv(`a\n${'x,'.repeat(999)}x`)[1]?.cells).toHaveLength(1000)
    expect(() => parseCsv(`a\n${'x,'.repeat(1000)}x`)).toThrow('Line 2 has more than 1,000 cells')
  })

  test('who has enough stops reading', () => {
    const [header] = csvRows('a,b\n"never closed')
    expect(header).toEqual({ line: 1, cells: ['a', 'b'] })
  })

  test('a table gives cells by column; short rows are filled up, and a column may have any name', () => {
    const { columns, records } = parseCsvTable('name, __proto__ \nAnn,x\nBen')
    expect(columns).toEqual(['name', '__proto__'])
    expect(records.map(record => Object.entries(record.values))).toEqual([
      [
        ['name', 'Ann'],
        ['__proto__', 'x'],
      ],
      [
        ['name', 'Ben'],
        ['__proto__', ''],
      ],
    ])
  })
})

describe('writing', () => {
  test('quotes what needs quotes, and nothing else', () => {
    expect(
      writeCsv([['two words', 'a,b', 'say "hi"', 'two\nlines', ' in', 'out ', 3, -1.5, true, null]]),
    ).toBe('two words,"a,b","say ""hi""","two\nlines"," in","out ",3,-1.5,true,\r\n')
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])(
    'a formula is made harmless: %j [T-62]',
    text => {
      expect(cellsOf(writeCsv([[text]]))).toEqual([[`'${text}`]])
      expect(withoutGuard(`'${text}`)).toBe(text)
    },
  )

  test('an apostrophe that is not there to guard stays, and so does a formula without a guard', () => {
    for (const text of ["'tis good", '=1+1']) expect(withoutGuard(text)).toBe(text)
  })

  test('whatever is written is read back', async () => {
    const cell = string({ unit: 'grapheme' })
    const tricky = stringMatching(/^['=a",\r\n ]{0,6}$/)
    const isNoEmptyLine = (row: string[]) => row.length > 1 || row[0] !== ''
    for (const unit of [cell, tricky]) {
      const rows = array(array(unit, { minLength: 1, maxLength: 4 }).filter(isNoEmptyLine))
      await assert(
        property(rows, table => {
          expect(cellsOf(writeCsv(table)).map(row => row.map(withoutGuard))).toEqual(table)
        }),
      )
    }
  })
})

import { array, assert, property, string, stringMatching } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvRows, parseCsv, parseCsvTable, withoutGuard, writeCsv } from './csv.ts'

const cellsOf = (text: string) => parseCsv(text).map(row => row.cells)

describe('reading', () => {
  test('commas, quotes and line breaks are allowed within quotes', () => {
    expect(cellsOf('name,address\r\n"Ann ""Annie"" Grill","1 Main St,\nArden"\r\n')).toEqual([
      ['name', 'address'],
      ['Ann "Annie" Grill', '1 Main St,\nArden'],
    ])
  })

  test('a byte order mark, all kinds of line breaks and a missing last one are accepted', () => {
    expect(cellsOf('\uFEFFa,b\r\nc,d\ne,f\rg,h')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
      ['g', 'h'],
    ])
  })

  test('empty cells are kept, empty lines are skipped', () => {
    expect(cellsOf(',\n\n""\n\n')).toEqual([['', ''], ['']])
    expect(cellsOf('')).toEqual([])
  })

  test.each(['\n', '\r\n', '\r'])('each row has the number of its first line if lines end with %j', end => {
    const lines = ['h', '"three', 'short', 'lines"', '"one"', '', 'last']
    expect(parseCsv(lines.join(end)).map(row => row.line)).toEqual([1, 2, 5, 7])
  })

  test('a quote within an unquoted cell is kept, and so is text after a closing quote', () => {
    expect(cellsOf('5" pizza,"a"b')).toEqual([['5" pizza', 'ab']])
  })

  test('a quote that is never closed is rejected with its line number', () => {
    expect(() => parseCsv('a\nb\n"c\nd')).toThrow('The quote in line 3 is never closed')
  })

  test('a row with more than a thousand cells is rejected', () => {
    expect(parseCsv(`a\n${'x,'.repeat(999)}x`)[1]?.cells).toHaveLength(1000)
    expect(() => parseCsv(`a\n${'x,'.repeat(1000)}x`)).toThrow('Line 2 has more than 1,000 cells')
  })

  test('reading can stop before the end of the text', () => {
    const [header] = csvRows('a,b\n"never closed')
    expect(header).toEqual({ line: 1, cells: ['a', 'b'] })
  })

  test('a table has cells by column: short rows get empty cells, and a column may have any name', () => {
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
  test('quotes only the cells that need quotes', () => {
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

  test('removing the guard changes neither other apostrophes nor formulas without a guard', () => {
    for (const text of ["'tis good", '=1+1']) expect(withoutGuard(text)).toBe(text)
  })

  test('anything that is written is read back unchanged', async () => {
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

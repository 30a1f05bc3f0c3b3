import { array, assert, property, string, stringMatching } from 'fast-check'
import { expect, test } from 'vitest'
import { withoutGuard, writeCsv } from '#kit/rules/texts/csv.ts'
import { readCsv, strayQuote } from './read-csv.ts'

const cellsOf = (text: string) => readCsv(text).map(row => row.cells)

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

test('empty cells are kept, empty rows are skipped', () => {
  expect(cellsOf('a,,b\n,\n\n""\n \n,c\n')).toEqual([
    ['a', '', 'b'],
    ['', 'c'],
  ])
  expect(cellsOf('')).toEqual([])
})

test.each(['\n', '\r\n', '\r'])('each row has the number of its first line if lines end with %j', end => {
  const lines = ['h', '"three', 'short', 'lines"', '"one"', '', ',', ' ', 'last', 'wr"ong', '"x" y', 'end']
  const rows = readCsv(lines.join(end))
  expect(rows.map(row => row.line)).toEqual([1, 2, 5, 9, 10, 11, 12])
  expect(rows.filter(row => row.problem).map(row => row.line)).toEqual([10, 11])
})

test.each([
  'Ann,1 Main St"',
  'Ann,"1 Main St" Arden',
  'Ann,"1 Main St"x',
  'Ann,"1 Main St, Arden',
  'Ann, 5" pizza',
])('a wrong quote costs its own row only: %s', wrong => {
  const rows = readCsv(`h\n${wrong}\nBen,"2 St"\nCid,"3\nSt"`)
  expect(rows).toEqual([
    { line: 1, cells: ['h'] },
    { line: 2, cells: wrong.split(','), problem: strayQuote },
    { line: 3, cells: ['Ben', '2 St'] },
    { line: 4, cells: ['Cid', '3\nSt'] },
  ])
})

test('a quote that is never closed is rejected with the line in which it opened', () => {
  expect(() => readCsv('a\nb\n"c\nd')).toThrow('The quote in line 3 is never closed')
  expect(() => readCsv('a\n"b\nc",x, "d\ne\nf')).toThrow('The quote in line 3 is never closed')
})

test('a row with more than a thousand cells is rejected', () => {
  expect(readCsv(`a\n${'x,'.repeat(999)}x`)[1]?.cells).toHaveLength(1000)
  expect(() => readCsv(`a\n${'x,'.repeat(1000)}x`)).toThrow('Line 2 has more than 1,000 cells')
})

test('reading can stop before the end of the text', () => {
  expect(readCsv('a,b\n"never closed', { maxRows: 1 })).toEqual([{ line: 1, cells: ['a', 'b'] }])
})

test('anything that is written is read back unchanged', async () => {
  const cell = string({ unit: 'grapheme' })
  const tricky = stringMatching(/^['=a",\r\n ]{0,6}$/)
  for (const unit of [cell, tricky]) {
    const row = array(unit, { minLength: 1, maxLength: 4 }).filter(cells => cells.some(text => text !== ''))
    await assert(
      property(array(row), table => {
        expect(cellsOf(writeCsv(table)).map(cells => cells.map(withoutGuard))).toEqual(table)
      }),
    )
  }
})

test('a text that typographic quotes were to keep together costs its row, and no other one', () => {
  const rows = readCsv('h,h\nAnn,“1 Main St, Arden”\n“Ben’s”,2 St\nCid 12”,„Ost“\n“Dee, Ann”,«3 St»')
  const torn = expect.stringContaining('it needs straight ones (")')
  expect(rows.map(({ problem }) => problem)).toEqual([undefined, torn, undefined, undefined, torn])
})

import { expect, test } from 'vitest'
import { readCsvUpload } from './csv-upload.ts'

const columns = ['name', 'address']
const read = (text: string) =>
  readCsvUpload(Buffer.from(text), { required: columns, optional: [], compared: [] }).rows.map(
    ({ cell, problem }) => problem ?? columns.map(cell),
  )

test.each([...'|;:!~^-\\]_\t'])('a first line can name the separator %j', separator => {
  const lines = [`sep=${separator}`, `name${separator}address`, `Ann${separator}"1 St${separator} Arden"`]
  expect(read(lines.join('\n'))).toEqual([['Ann', `1 St${separator} Arden`]])
})

test.each(['\u200B', '\u00A7', '\uFF1B'])('but not %j, which no table has between its cells', separator => {
  const text = `sep=${separator}\nname${separator}address\nAnn${separator}1 St`
  expect(() => read(text)).toThrow('Invalid CSV format')
})

test('blanks around a quoted cell do not count, of whatever kind they are', () => {
  const text =
    '\uFEFF"name"\u00A0,\u200B"address"\r\n"Ann" \u200F,\u00A0 "1 St"\u200B\r\n\u202F"Ben","2 St"\u3000'
  expect(read(text)).toEqual([
    ['Ann', '1 St'],
    ['Ben', '2 St'],
  ])
})

test('what is in a quoted cell stays as it is', () => {
  const text = 'Said:\n\u200F""yes"",\u00A0""no""\u00A0,\n""\u00A0'
  expect(read(`name,address\n"${text}x","2 St"`)).toEqual([[`${text.replaceAll('""', '"')}x`, '2 St']])
})

test('after a wrong quote, blanks around the cells of the next row do not count either', () => {
  const [, ...rows] = read(
    'name,address\nAnn,1 St"\nBen,\u00A0"2 St"\u200B\nCid,"3 St" East\n\u00A0"Dan",4 St',
  )
  expect([rows[0], rows[2]]).toEqual([
    ['Ben', '2 St'],
    ['Dan', '4 St'],
  ])
})

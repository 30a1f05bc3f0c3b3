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

test.each([
  [',', 'a comma'],
  [';', 'a semicolon'],
  ['\t', 'a tab'],
  ['|', '“|”'],
])('what has to be in quotes if a row has too many cells between %j is %s', (separator, name) => {
  const lines = [`sep=${separator}`, `name${separator}address`, ['Ann', '1 St', 'Arden'].join(separator)]
  expect(read(lines.join('\n'))).toEqual([
    `It has more cells than there are columns; a text with ${name} must be in quotes`,
  ])
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

test('texts that were written as formulas, so that a spreadsheet keeps their zeros, are what stands within', () => {
  const text = 'name,address\n"=""0828""",="1 St, ""A"""\n="","=""say """"yes"""""""\n\'="Ann",="2"&"3"'
  expect(read(`${text}\n="",=""`)).toEqual([
    ['0828', '1 St, "A"'],
    ['', 'say "yes"'],
    expect.stringMatching(/^A quotation mark is out of place/),
  ])
  expect(read('="name";="address"\n="1";"\'=""2"""')).toEqual([['1', '\'="2"']])
})

const file = (text: string, optional: string[] = []) =>
  readCsvUpload(Buffer.from(text), { required: columns, optional, compared: [] })

test.each([
  ['Name*,ADDRESS:', 0],
  ['"name\n(required)","* Address [text] (max. 300)"', 0],
  ['Table 1\nName,Address', 1],
  ['Places; all\n\nof Arden,2026\nName;Address (required)', 2],
])('the columns are found in %j, below %i rows', (header, count) => {
  const separator = header.includes('Name;') ? ';' : ','
  const { rows, remarks } = file(`${header}\nAnn${separator}1 St`)
  expect(rows.map(({ cell }) => columns.map(cell))).toEqual([['Ann', '1 St']])
  const above = expect.stringMatching(/^Row \d: .* left out: It is above the names of the columns$/)
  expect(remarks.map(({ message }) => message)).toEqual(Array(count).fill(above))
})

test('of a name with and without more behind it, the one without counts, and a unit is part of a name', () => {
  const { rows } = file('name (old),name,address,distance (km)\nAnn,Ben,1 St,2', ['distance (miles)'])
  expect(rows[0]?.cell('name')).toBe('Ben')
  expect(rows[0]?.cell('distance (miles)')).toBeUndefined()
})

test('where files were put together, their columns’ names are no row, and others are rejected', () => {
  const { rows, remarks } = file('name,address\nAnn,1 St\n\uFEFF"Name",address\nBen,2 St')
  expect(rows.map(({ cell }) => cell('name'))).toEqual(['Ann', 'Ben'])
  expect(remarks).toEqual([{ row: 3, message: 'Row 3: Name, address left out: It names the columns again' }])
  expect(() => file('name,address\nAnn,1 St\naddress,name\n2 St,Ben')).toThrow('Invalid CSV format')
})

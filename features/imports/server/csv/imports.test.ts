import { readFile } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { startApp } from '#tests/support/start-app.ts'
import { importRestaurants } from '../../contract.ts'

/* Files as spreadsheets and people write them: what is read, left out, and said about it. */

const app = await startApp()
const admin = app.as(await app.admin())
const header = 'name,address,category,phone,website\n'

const send = (content: string | Buffer, { preview = false } = {}) =>
  admin.call(importRestaurants, {
    file: new Blob([Buffer.from(content)]),
    body: { campusCode: 'arden' },
    query: preview ? { preview: 'true' } : {},
  })
const preview = async (content: string | Buffer) => (await send(content, { preview: true })).body.rows ?? []
const spreadsheet = await readFile(new URL('./fixtures/spreadsheet.csv', import.meta.url))

const places = () =>
  app.db
    .selectFrom('restaurants')
    .select(['name', 'address', 'cuisine', 'phone', 'websiteUrl', 'diets'])
    .orderBy('id')
    .execute()

beforeEach(async () => {
  await app.db.deleteFrom('restaurants').execute()
  await app.db.deleteFrom('auditLogs').execute()
})

const unknown = { cuisine: null, phone: null, websiteUrl: null }
const formula = '=HYPERLINK("https://evil.example","Click")'
const annie = {
  cuisine: 'Café',
  phone: '+1 (828) 555-0101',
  websiteUrl: 'https://annie.example.org/menu?a=1',
}
const fromSpreadsheet = [
  { name: 'Ann "Annie" Grill', address: '1 Main St, Arden, NC 28704', ...annie },
  { name: 'Zoë’s Küche', address: '2 Main St Suite 4, Arden' },
  { name: formula, address: '3 Main St', cuisine: '=cuisine()' },
  { name: "'Tis the Season", address: '4 Main St', cuisine: 'barbecue', phone: '828-555-0103' },
  { name: '寿司 🍣', address: '5 Main St', cuisine: 'sushi, ramen', websiteUrl: 'HTTP://sushi.example.org' },
  { name: '@Home', address: '-2 Main St' },
  { name: 'a"b,c', address: '6 Main St' },
].map(place => ({ ...unknown, ...place }))

test('a spreadsheet’s CSV is imported correctly: columns in any order, quotes, line breaks, accents, guarded formulas', async () => {
  const { status, body } = await send(spreadsheet)
  const remarks = [{ row: 1, message: 'Row 1: Notes left out: An import doesn’t read this column' }]
  expect([status, body]).toEqual([200, { imported: 7, skipped: 0, errors: [], remarks }])
  expect(await places()).toEqual(fromSpreadsheet.map(place => ({ ...place, diets: '' })))
  const [entry] = await app.audited()
  expect(entry?.[2]).toMatchObject({ imported: 7, skipped: 0, errors: 0, remarks: 1 })
})

test('a preview shows the outcome of each row and writes nothing', async () => {
  await app.restaurant({ name: 'ann "ANNIE"  grill', address: '1 main st, arden, nc 28704' })
  const { body } = await send(spreadsheet, { preview: true })
  expect(body).toMatchObject({ imported: 6, skipped: 1, errors: [] })
  const [first, ...others] = fromSpreadsheet
  const nothing = { price: null, hours: null, openingTimes: null, distance: null }
  const unread = { ...nothing, diets: [], travelTime: 0, disabled: false }
  expect(body.rows).toEqual([
    { ...first, ...unread, row: 2, status: 'duplicate', message: 'Row 2: This campus has it already' },
    ...others.map((place, i) => ({ ...place, ...unread, row: [3, 5, 6, 7, 9, 10][i], status: 'new' })),
  ])
  expect(await places()).toHaveLength(1)
  expect(await app.audited()).toEqual([])
})

test('a row is a duplicate in spite of case, spaces and the encoding of accents, and also of an earlier row unless that is faulty', async () => {
  await app.restaurant({ name: 'Café Zoë', address: '1 Main St' })
  const rows = ['CAFE\u0301 zoe\u0308, 1  MAIN st,,,', 'Ann,1 St,,,,x', 'Ann,1 St,,,', 'ann,1 st,pizza,,']
  const read = await preview(`${header}${rows.join('\n')}\n`)
  expect(read.map(({ status }) => status)).toEqual(['duplicate', 'faulty', 'new', 'duplicate'])
  expect(read[3]?.message).toBe('Row 5: The same as row 4')
})

test.each([
  [`${'x'.repeat(201)},1 St,,,`, 'Row 2: name: At most 200 characters are allowed'],
  [`Ann,${'x'.repeat(301)},,,`, 'Row 2: address: At most 300 characters are allowed'],
  ['#REF!,1 St,,,', 'Row 2: name: “#REF!” is what a spreadsheet shows instead of a value'],
  ['\u200B\u2800,1 St,,,', 'Row 2: Name is required'],
  [
    'Ann,1 Main St, Arden,pizza,828,https://example.org',
    'Row 2: It has more cells than there are columns; a text with a comma must be in quotes',
  ],
  ['Ann', 'Row 2: Address is required'],
  ['Ann,1 St"', expect.stringMatching(/^Row 2: A quotation mark is out/)],
])('the error message of a faulty row names the problem: %j', async (row, message) => {
  const { body } = await send(`${header}${row}\nBen,2 St,,,\n`)
  expect(body).toEqual({ imported: 1, skipped: 0, errors: [{ row: 2, message }] })
})

test.each([
  [`Ann,1 St,${'x'.repeat(101)},,`, 'category left out: At most 100 characters are allowed'],
  ['Ann,1 St,,1.92E+10,', 'phone left out: “1.92E+10” is what a spreadsheet shows instead of a value'],
  ['Ann,1 St,,,#REF!', 'website left out: “#REF!” is what a spreadsheet shows instead of a value'],
  ['Ann,1 St,#N/A,########,', 'category left out: “#N/A” is what a spreadsheet shows instead of a value'],
  [
    'Ann,1 St,,,,"keto, Vegan, gluten free"',
    'diets: “keto” left out: Only vegetarian, ',
    'vegan,gluten-free',
  ],
])('an unusable optional value costs that value alone: %j', async (row, reason, diets = '') => {
  const file = `${header.trim()},diets\n${row}\n`
  const [previewed] = (await send(file, { preview: true })).body.rows ?? []
  const { body } = await send(file)
  expect(body).toMatchObject({ imported: 1, errors: [] })
  expect(previewed).toMatchObject({ status: 'new', remarks: body.remarks?.map(({ message }) => message) })
  expect(body.remarks?.[0]).toEqual({ row: 2, message: expect.stringContaining(`Row 2: ${reason}`) })
  expect(await places()).toEqual([{ ...unknown, name: 'Ann', address: '1 St', diets }])
})

test('a word for nothing is an empty cell, and a phone is no fraction', async () => {
  const { body } = await send(
    `${header}Ann,1 St,NULL,8285550100.0,n/a\nBen,2 St,-,8.285550100000000000e+09,—\nCid,N/A,,,\nNaN,4 St,,,\nNan,5 St,Bakery,'-,\n`,
  )
  expect(body.remarks).toBeUndefined()
  expect(body.errors.map(({ message }) => message)).toEqual([
    'Row 4: address: “N/A” counts as an empty cell',
    'Row 5: name: “NaN” counts as an empty cell',
  ])
  expect(await places()).toMatchObject([
    { ...unknown, name: 'Ann', phone: '8285550100' },
    { ...unknown, name: 'Ben', phone: '8285550100' },
    { ...unknown, name: 'Nan', cuisine: 'Bakery', phone: '-' },
  ])
})

const table = 'name,address,category,phone,website\nAnn,"1 St; Arden",Diner,,www.example.org\n'
test.each([
  ['semicolons', table.replaceAll(',', ';')],
  ['tabs', table.replaceAll(',', '\t')],
  ['a line that names the separator', `sep=|\r\n${table.replaceAll(',', '|')}`],
  ['such a line with commas', `sep=,\n${table}`],
  ['such a line that spells the tab', `sep=\\t\n${table.replaceAll(',', '\t')}`],
  ['empty cells above', `;;;;\n"";;;;\n${table.replaceAll(',', ';')}`],
  ['such a line with blanks', `sep = ";" \n${table.replaceAll(',', ';')}`],
  ['UTF-16 with tabs', Buffer.from(`\uFEFF${table.replaceAll(',', '\t')}`, 'utf16le')],
  ['big-endian UTF-16', Buffer.from(`\uFEFF${table}`, 'utf16le').swap16()],
])('a file with %s is read', async (_, content) => {
  expect((await send(content)).body).toEqual({ imported: 1, skipped: 0, errors: [] })
  expect(await places()).toMatchObject([
    { name: 'Ann', address: '1 St; Arden', cuisine: 'Diner', websiteUrl: 'https://www.example.org' },
  ])
})

test('a text that lost letters, or was written for a web page, has a remark and stays', async () => {
  const rows = [
    'CafÃ©,1 St,,,',
    'Caf\uFFFD,2 St,,,',
    'Joe&#39;s,3 St,Bar &amp; Grill,,',
    'Ben & Jerry;s,4 St,,,',
  ]
  const { body } = await send(`${header}${rows.join('\n')}\n`)
  expect(body.imported).toBe(4)
  expect(body.remarks?.map(({ message }) => message)).toEqual([
    'Row 2: name: “CafÃ©” lost letters before: save the original as UTF-8',
    'Row 3: name: “Caf\uFFFD” lost letters before: save the original as UTF-8',
    'Row 4: name: “Joe&#39;s” has signs as web pages write them: save the original as plain text',
    'Row 4: category: “Bar &amp; Grill” has signs as web pages write them: save the original as plain text',
  ])
})

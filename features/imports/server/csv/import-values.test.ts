import { beforeEach, expect, test } from 'vitest'
import { startApp } from '#tests/support/start-app.ts'
import { importRestaurants } from '../../contract.ts'

/* Files as spreadsheets and people write them: separators, encodings, and cells that are no values. */

const app = await startApp()
const admin = app.as(await app.admin())
const header = 'name,address,category,phone,website\n'

const send = (content: string | Buffer, { preview = false } = {}) =>
  admin.call(importRestaurants, {
    file: new Blob([Buffer.from(content)]),
    body: { campusCode: 'arden' },
    query: preview ? { preview: 'true' } : {},
  })
const places = async () =>
  app.db
    .selectFrom('restaurants')
    .select(['name', 'address', 'cuisine', 'phone', 'websiteUrl', 'diets'])
    .orderBy('id')
    .execute()

beforeEach(async () => {
  await app.db.deleteFrom('restaurants').execute()
})

const unknown = { cuisine: null, phone: null, websiteUrl: null, diets: '' }

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
  expect(await places()).toMatchObject([{ ...unknown, name: 'Ann', address: '1 St', diets }])
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

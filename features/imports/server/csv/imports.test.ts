import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { writeCsv } from '#kit/rules/texts/csv.ts'
import { readCsvTable } from '#kit/server/csv/read-csv.ts'
import { startApp } from '#tests/support/start-app.ts'
import { type ImportedRestaurant, importRestaurants } from '../../contract.ts'

const app = await startApp()
const admin = app.as(await app.admin())
const header = 'name,address,category,phone,website\n'

const send = (content: string | Buffer, { campusCode = 'arden', preview = false } = {}) =>
  admin.call(importRestaurants, {
    file: new Blob([Buffer.from(content)]),
    body: { campusCode },
    query: preview ? { preview: 'true' } : {},
  })
const preview = async (content: string | Buffer) => (await send(content, { preview: true })).body.rows ?? []
const fixture = (name: string) => readFile(new URL(`./fixtures/${name}`, import.meta.url))

const places = async (campusCode = 'arden') =>
  app.db
    .selectFrom('restaurants')
    .select(['name', 'address', 'cuisine', 'phone', 'websiteUrl'])
    .where('campusCode', '=', campusCode)
    .orderBy('id')
    .execute()
const names = async () => (await places()).map(({ name }) => name)

beforeEach(async () => {
  await app.db.deleteFrom('restaurants').execute()
  await app.db.deleteFrom('auditLogs').execute()
})

const unknown = { cuisine: null, phone: null, websiteUrl: null }
const fromSpreadsheet = [
  {
    name: 'Ann "Annie" Grill',
    address: '1 Main St, Arden, NC 28704',
    cuisine: 'Café',
    phone: '+1 (828) 555-0101',
    websiteUrl: 'https://annie.example.org/menu?a=1',
  },
  { ...unknown, name: 'Zoë’s Küche', address: '2 Main St Suite 4, Arden' },
  {
    ...unknown,
    name: '=HYPERLINK("https://evil.example","Click")',
    address: '3 Main St',
    cuisine: '=cuisine()',
  },
  {
    ...unknown,
    name: "'Tis the Season",
    address: '4 Main St',
    cuisine: 'barbecue',
    phone: '828-555-0103',
  },
  {
    ...unknown,
    name: '寿司 🍣',
    address: '5 Main St',
    cuisine: 'sushi, ramen',
    websiteUrl: 'HTTP://sushi.example.org',
  },
  { ...unknown, name: '@Home', address: '-2 Main St' },
  { ...unknown, name: 'a"b,c', address: '6 Main St' },
]

test('a spreadsheet’s CSV is imported correctly: columns in any order, quotes, line breaks, accents, guarded formulas', async () => {
  const { status, body } = await send(await fixture('spreadsheet.csv'))
  const remarks = [{ row: 1, message: 'Row 1: Notes left out: An import doesn’t read this column' }]
  expect([status, body]).toEqual([200, { imported: 7, skipped: 0, errors: [], remarks }])
  expect(await places()).toEqual(fromSpreadsheet)
  const row = await app.db.selectFrom('restaurants').selectAll().limit(1).executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    campusCode: 'arden',
    price: null,
    hours: null,
    distance: null,
    travelTime: 0,
    distanceIsEstimated: false,
    disabled: false,
    ratingCount: 0,
  })
  expect(await app.audited()).toEqual([
    [
      'RESTAURANTS_IMPORTED',
      expect.any(Number),
      {
        ...{ campusCode: 'arden', imported: 7, skipped: 0, errors: 0, remarks: 1 },
        restaurants: fromSpreadsheet.map(({ name, address }) => ({ id: expect.any(Number), name, address })),
      },
    ],
  ])
})

test('a preview shows the outcome of each row and writes nothing', async () => {
  await app.restaurant({ name: 'ann "ANNIE"  grill', address: '1 main st, arden, nc 28704' })
  const file = await fixture('spreadsheet.csv')
  const { body } = await send(file, { preview: true })
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

test('of ten rows with two faulty ones, eight are saved, a bad website costs only itself; a second import adds nothing [T-61]', async () => {
  const file = await fixture('three-of-ten-faulty.csv')
  const errors = [
    { row: 4, message: 'Row 4: Name is required' },
    { row: 11, message: 'Row 11: Address is required' },
  ]
  const remarks = [
    {
      row: 8,
      message: 'Row 8: website left out: Please enter a web address that starts with http:// or https://',
    },
  ]
  expect((await send(file)).body).toEqual({ imported: 8, skipped: 0, errors, remarks })
  expect(await names()).toHaveLength(8)
  expect(await places()).toContainEqual(
    expect.objectContaining({ name: 'Beyond Thunder', cuisine: 'steak', websiteUrl: null }),
  )
  expect((await send(file)).body).toEqual({ imported: 0, skipped: 8, errors })
  expect(await names()).toHaveLength(8)
  expect(await app.audited()).toHaveLength(1)
})

describe('a row is a duplicate', () => {
  const statuses = (rows: ImportedRestaurant[]) => rows.map(({ status }) => status)

  test('when name and address differ only in case, spaces and the encoding of accents', async () => {
    await app.restaurant({ name: 'Café Zoë', address: '1 Main St' })
    const rows = await preview(`${header}CAFE\u0301 zoe\u0308, 1  MAIN st,,,\nCafé Zoë,2 Main St,,,\n`)
    expect(statuses(rows)).toEqual(['duplicate', 'new'])
  })

  test('when it repeats an earlier row', async () => {
    const text = `${header}Ann,1 St,,,\nAnn,1 st,pizza,,\nBen,1 St,,,\n`
    const rows = await preview(text)
    expect(rows[1]).toMatchObject({ status: 'duplicate', message: 'Row 3: The same as row 2' })
    expect((await send(text)).body).toEqual({ imported: 2, skipped: 1, errors: [] })
  })

  test('but not of a restaurant at another campus, nor of a faulty row', async () => {
    await app.restaurant({ name: 'Ann', address: '1 St', campusCode: 'brevard' })
    const rows = await preview(`${header}Ann,1 St,,,,x\nAnn,1 St,,,\n`)
    expect(statuses(rows)).toEqual(['faulty', 'new'])
  })
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

test('the starter restaurants can be imported campus by campus', {
  timeout: 60_000,
}, async () => {
  const starter = new URL('../../../installation/server/starter-restaurants.csv', import.meta.url)
  const { columns, records } = readCsvTable(await readFile(starter, 'utf8'))
  const header = columns.map(name => (name === 'cuisine' ? 'category' : name))
  const byCampus = Map.groupBy(records, ({ values }) => values.campusCode ?? '')
  for (const [campusCode, own] of byCampus) {
    const file = writeCsv([header, ...own.map(({ values }) => Object.values(values))])
    expect((await send(file, { campusCode })).body).toMatchObject({ imported: 43, skipped: 0, errors: [] })
    const expected = own.map(({ values }) => [values.name, values.cuisine, values.phone, values.website])
    expect((await send(file, { campusCode })).body).toMatchObject({ imported: 0, skipped: 43 })
    const stored = await places(campusCode)
    expect(stored.map(p => [p.name, p.cuisine ?? '', p.phone ?? '', p.websiteUrl ?? ''])).toEqual(expected)
  }
  expect(byCampus.size).toBe(14)
})

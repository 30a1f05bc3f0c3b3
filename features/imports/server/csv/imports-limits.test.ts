import { beforeEach, expect, test } from 'vitest'
import { cpuTimeOf } from '#tests/support/cpu-time.ts'
import { startApp } from '#tests/support/start-app.ts'
import { importRestaurants } from '../../contract.ts'

const app = await startApp()
const admin = app.as(await app.admin())
const header = 'name,address,category,phone,website'
const megabyte = 1024 * 1024

const send = (content: string | Buffer, query: { preview?: 'true' } = {}) =>
  admin.call(importRestaurants, {
    file: new Blob([Buffer.from(content)]),
    body: { campusCode: 'arden' },
    query,
  })
const count = async () => {
  const { n } = await app.db
    .selectFrom('restaurants')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

beforeEach(async () => {
  await app.db.deleteFrom('restaurants').execute()
  await app.db.deleteFrom('auditLogs').execute()
})

const missing = (column: string) =>
  `The column “${column}” is missing: the first line must name the columns name, address, category, phone, website`
const noText = 'The file is not UTF-8 text: in a spreadsheet, save it as “CSV UTF-8”'
const good = `${header}\nAnn,1 St,,,\n`

test.each([
  ['no header', 'Ann,1 St,,,\n', missing('name')],
  ['a header that lacks a column', 'name,address,category,phone\nAnn,1 St,,\n', missing('website')],
  [
    'a header with a column twice',
    `Phone,${header}\n1,Ann,1 St,,,\n`,
    'The column “phone” is there more than once',
  ],
  [
    'a header with an optional column twice',
    `${header},diets,Diets\nAnn,1 St,,,,vegan,\n`,
    'The column “diets” is there more than once',
  ],
  ['bars', `${header.replaceAll(',', '|')}\nAnn|1 St|||\n`, missing('name')],
  ['a wrong quote in its header', '"name"x,address\nAnn,1 St\n', missing('name')],
  ['nothing but blanks', ' \n\r\n ,,\n', 'The file is empty'],
  ['nothing but a byte order mark', '\uFEFF', 'The file is empty'],
  ['a quote that is never closed', `${good}"Ben,2 St,,,\n`, 'The quote in line 3 is never closed'],
  ['a NUL', `${good}Be\0n,2 St,,,\n`, noText],
  ['damaged UTF-16', Buffer.from(`\uFEFF${good}\uD800`, 'utf16le'), noText],
  ['UTF-16 without a byte order mark', Buffer.from(good, 'utf16le'), noText],
  ['Latin-1', Buffer.from(`${good}Café,2 St,,,\n`, 'latin1'), noText],
  ['a picture', Buffer.from('\x89PNG\r\n\x1A\n\0\0', 'latin1'), noText],
  [
    'a line of a megabyte',
    `${good}${'x'.repeat(megabyte)},2 St,,,\n`,
    'A cell in line 3 is longer than 10,000 characters',
  ],
  [
    'a hundred thousand rows',
    `${header}\n${'a,b,c,d,\n'.repeat(100_000)}`,
    'The file has more than 5,000 rows below its header',
  ],
])(
  'a whole file with %s is rejected immediately, with an error message [T-61]',
  async (_, content, message) => {
    const rejected = await send(content)
    expect([rejected.status, rejected.message]).toEqual([400, message])
    expect((await send(content, { preview: 'true' })).message).toBe(message)
    expect(await count()).toBe(0)
  },
)

test.each([
  [undefined, 'No file selected'],
  ['text', 'No file selected'],
  [new File([], ''), 'The file is empty'],
])('an import without a file is rejected: %s', async (file, problem) => {
  const form = new FormData()
  form.append('campusCode', 'arden')
  if (file) form.append('file', file)
  const response = await admin.fetch(importRestaurants.path, { method: 'POST', body: form })
  expect([response.status, await response.json()]).toMatchObject([400, { message: problem }])
})

test('a file of 2 MB is accepted; one byte more is rejected [T-61]', async () => {
  const row = `Ann,1 St,,,\n`
  const filler = `${'\n'.repeat(2 * megabyte - header.length - 1 - row.length)}`
  const whole = `${header}\n${filler}${row}`
  expect(whole).toHaveLength(2 * megabyte)
  expect((await send(whole, { preview: 'true' })).body.imported).toBe(1)
  const rejected = await send(`${whole}\n`)
  expect([rejected.status, rejected.message]).toEqual([413, 'The CSV file must be at most 2MB'])
})

test('cells full of spaces do not slow down an import [T-61]', async () => {
  const cell = `"a${' '.repeat(9_990)}b"`
  const work = await cpuTimeOf(async () => {
    const { body } = await send(`${header}\n${`${Array(5).fill(cell).join(',')}\n`.repeat(20)}`)
    expect(body.errors).toHaveLength(20)
  })
  expect(work).toBeLessThan(3_000)
})

test('a file of 5,000 rows, one in ten faulty, is previewed, and written completely or not at all', async () => {
  const isFaulty = (i: number) => i % 10 === 3
  const row = (i: number) =>
    `"Place ""${i}"" Grill",${isFaulty(i) ? '' : `"${i} Long Street, Suite ${i}, Asheville, NC 28801"`},diner,` +
    `(828) 555-${i},https://www.example.org/places/${i}/a-long-address-here`
  const large = `\uFEFF${header}\r\n${Array.from({ length: 5000 }, (_, i) => row(i)).join('\r\n')}`

  const previewed = await send(large, { preview: 'true' })
  expect(previewed.body).toMatchObject({ imported: 4500, skipped: 0 })
  expect(previewed.body.rows).toHaveLength(5000)
  await app.db.schema.alterTable('auditLogs').renameTo('auditLogsAway').execute()
  expect((await send(large)).status).toBe(500)
  await app.db.schema.alterTable('auditLogsAway').renameTo('auditLogs').execute()
  expect(await count()).toBe(0)

  const { body } = await send(large)
  expect(body).toEqual({ imported: 4500, skipped: 0, errors: previewed.body.errors })
  expect(body.errors).toHaveLength(500)
  expect(body.errors[0]?.message).toMatch(/^Row 5: Address is required/)
  expect(await count()).toBe(4500)
})

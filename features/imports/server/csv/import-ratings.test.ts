import { beforeEach, expect, test } from 'vitest'
import { importRatings } from '#features/ratings/admin-ratings-contract.ts'
import { storedTallies, trueTallies } from '#tests/support/people/tallies.ts'
import { rate } from '#tests/support/rate.ts'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp()
const { db, deps } = app
const admin = await app.admin()
const ana = await app.user({ firstName: 'Ana', lastName: 'Sample', email: 'ana@example.org' })
const ben = await app.user({ email: 'ben@example.org', department: 'Finance' })
const asAdmin = app.as(admin)

beforeEach(async () => {
  await db.deleteFrom('restaurants').execute()
  await db.deleteFrom('auditLogs').execute()
})

const header = 'User Email,Restaurant ID,Rating Value,Comment (optional)'
const send = (content: string, query: { preview?: 'true' } = {}) =>
  asAdmin.call(importRatings, { query, file: new Blob([content]) })
const stored = async () => {
  const rows = await db.selectFrom('ratings').selectAll().orderBy('restaurantId').orderBy('userId').execute()
  return rows.map(row => [row.userId, row.restaurantId, row.value, row.comment])
}

test('the valid rows of a file are imported, and each invalid one is reported with its line number', async () => {
  const [diner, grill] = [await app.restaurant({ name: 'Diner' }), await app.restaurant({ name: 'Grill' })]
  await rate(deps, ana.id, diner.id, { value: 1, comment: 'Stays' })
  const file = [
    `\uFEFF${header}`,
    `ANA@Example.org,${diner.id},5,`,
    `ben@example.org,${diner.id},4,"Said ""yes"",`,
    'and came back"',
    ' , ,, ',
    '',
    `nobody@example.org,${diner.id},3,`,
    'ana@example.org,999999,3,',
    `ana@example.org,${grill.id},6,`,
    `ana@example.org,${grill.id},4.5,`,
    `ana@example.org,${grill.id},,`,
    `ben@example.org,${grill.id},3,${'x'.repeat(1001)}`,
    `"ben@example.org","${grill.id}"," 2 ","'=1+1"`,
    `ana@example.org,${grill.id},4,Good, but slow`,
  ].join('\r\n')
  const errors = [
    { row: 7, message: 'Row 7: User with email nobody@example.org not found' },
    { row: 8, message: 'Row 8: Restaurant with ID 999999 not found' },
    { row: 9, message: 'Row 9: Invalid rating value 6. Must be between 1 and 5.' },
    { row: 10, message: 'Row 10: Invalid rating value 4.5. Must be a whole number between 1 and 5.' },
    { row: 11, message: 'Row 11: Invalid rating value . Must be between 1 and 5.' },
    { row: 12, message: 'Row 12: Comment must be at most 1,000 characters' },
    { row: 14, message: expect.stringMatching(/^Row 14: It has more cells than there are columns/) },
  ]
  const before = await stored()
  const preview = await send(file, { preview: 'true' })
  expect(preview.body).toMatchObject({ imported: 3, skipped: 0, errors })
  expect(preview.body.rows).toEqual([
    {
      row: 2,
      userEmail: 'ana@example.org',
      userName: 'Ana Sample',
      restaurantId: diner.id,
      restaurantName: 'Diner',
      address: diner.address,
      value: 5,
      comment: 'Stays',
      outcome: 'changed',
    },
    expect.objectContaining({ row: 3, value: 4, comment: 'Said "yes",\r\nand came back', outcome: 'new' }),
    expect.objectContaining({ row: 13, value: 2, comment: '=1+1', outcome: 'new' }),
  ])
  expect(await stored()).toEqual(before)
  expect(await app.audited()).toEqual([])

  const done = await send(file)
  expect([done.status, done.body]).toEqual([200, { imported: 3, skipped: 0, errors }])
  expect(await stored()).toEqual([
    [ana.id, diner.id, 5, 'Stays'],
    [ben.id, diner.id, 4, 'Said "yes",\r\nand came back'],
    [ben.id, grill.id, 2, '=1+1'],
  ])
  expect(await storedTallies(db)).toEqual(await trueTallies(db))
  expect(await app.audited()).toMatchObject([
    ['RATINGS_IMPORTED', admin.id, { imported: 3, skipped: 0, errors: 7 }],
  ])

  const rows = await db.selectFrom('ratings').selectAll().orderBy('id').execute()
  expect((await send(file)).body).toEqual({ imported: 0, skipped: 3, errors })
  expect(await db.selectFrom('ratings').selectAll().orderBy('id').execute()).toEqual(rows)
  expect(await app.audited()).toHaveLength(1)
})

test('of two rows for the same user and restaurant the later one counts, and a new comment alone is a change', async () => {
  const diner = await app.restaurant()
  await rate(deps, ana.id, diner.id, { value: 4, comment: 'Old' })
  const rows = [`ana@example.org,${diner.id},4,New`, `ben@example.org,${diner.id},1,First`]
  const { body } = await send([header, ...rows, `ben@example.org,${diner.id},5,`].join('\n'))
  expect(body).toEqual({ imported: 3, skipped: 0, errors: [] })
  expect(await stored()).toEqual([
    [ana.id, diner.id, 4, 'New'],
    [ben.id, diner.id, 5, 'First'],
  ])
})

test('numbers count however a spreadsheet writes them, and so do emails with invisible characters', async () => {
  const diner = await app.restaurant()
  const rows = [
    `\u202Aana@example.org\u202C;${diner.id}.0;5.000000000000000000e+00;NULL`,
    `ben@example.org\u200B; ${diner.id} ;4,0;"#REF!"`,
    `ben@example.org;${diner.id}.5;4;`,
    `ben@example.org;${diner.id};4.5e0;`,
  ]
  const { body } = await send(`sep=;\n${header.replaceAll(',', ';')}\n${rows.join('\n')}`)
  const errors = [
    { row: 5, message: `Row 5: Restaurant ID ${diner.id}.5 is not a whole number` },
    { row: 6, message: 'Row 6: Invalid rating value 4.5e0. Must be a whole number between 1 and 5.' },
  ]
  const message = 'Row 4: comment left out: “#REF!” is what a spreadsheet shows instead of a value'
  expect(body).toEqual({ imported: 2, skipped: 0, errors, remarks: [{ row: 4, message }] })
  expect(await stored()).toEqual([
    [ana.id, diner.id, 5, null],
    [ben.id, diner.id, 4, null],
  ])
})

test('a column that contradicts the id is an error that names both, unless it names another restaurant', async () => {
  const diner = await app.restaurant({ name: 'Diner', address: '1 Main St' })
  for (const address of ['3 Main St', '4 Main St']) await app.restaurant({ name: 'Twin', address })
  const there = await app.restaurant({ name: 'Café Zoë', address: '2 Main St', campusCode: 'brevard' })
  const rows = [
    `ana@example.org,${diner.id},DINER,Arden,,1,`,
    `ben@example.org,${diner.id},Cafe Zoe,brevard,2 Main St.,2,Ben Other`,
    `ana@example.org,,Café Zoë,Brevard,,3,`,
    `ben@example.org,${diner.id},,,,4,`,
    `ana@example.org,${diner.id},Grill,,,5,`,
    `ana@example.org,${diner.id},Diner,Brevard,,5,`,
    `ana@example.org,${there.id},,,9 Other St,5,`,
    `ana@example.org,999999,Grill,Arden,,5,`,
    `ana@example.org,999999,Twin,Arden,,5,`,
    `ana@example.org,${diner.id},Café Zoë,,,5,`,
  ]
  const { body } = await send(
    `User Email,Restaurant ID,Restaurant,Campus,Address,Rating Value,User\n${rows.join('\n')}\n`,
  )
  expect(body.imported).toBe(4)
  expect(body.errors.map(({ message }) => message)).toEqual([
    `Row 6: Restaurant ID ${diner.id} is “Diner”, but the row says “Grill”`,
    `Row 7: Restaurant ID ${diner.id} is “Diner”, Arden, but the row says “Diner”, Brevard`,
    `Row 8: Restaurant ID ${there.id} is 2 Main St, but the row says 9 Other St`,
    'Row 9: Restaurant with ID 999999 not found, and none that is “Grill”, Arden',
    'Row 10: There is more than one restaurant “Twin”, Arden, and none has the ID 999999',
    `Row 11: Restaurant ID ${diner.id} is “Diner”, but the row says “Café Zoë”`,
  ])
  expect(body.remarks?.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^Row 3: The account of ben@example.org belongs to “.*”, but the row says “Ben Other”$/,
    ),
  ])
  expect(await stored()).toEqual([
    [ana.id, diner.id, 1, null],
    [ben.id, diner.id, 4, null],
    [ana.id, there.id, 3, null],
    [ben.id, there.id, 2, null],
  ])
})

// What else is no table is tested in imports-limits.test.ts.
test.each([
  ['without a column', 'User Email,Rating Value\na,1', 400, 'Invalid CSV format'],
  ['with an open quote', `${header}\n"a,1,1`, 400, 'Failed to parse CSV file'],
  ['of more than 2 MB', 'x'.repeat(2 * 1024 * 1024 + 1), 413, 'The CSV file must be at most 2MB'],
])('a file %s is rejected as a whole [T-61]', async (_, content, status, message) => {
  const rejected = await send(content)
  expect([rejected.status, rejected.message]).toEqual([status, message])
  expect(await stored()).toEqual([])
  expect(await app.audited()).toEqual([])
})

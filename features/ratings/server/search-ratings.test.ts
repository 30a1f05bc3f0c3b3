// On both engines: searches.
import { beforeAll, expect, test } from 'vitest'
import { compareNames } from '#kit/rules/texts/names.ts'
import { searchFor } from '#kit/rules/texts/search.ts'
import { trimText } from '#kit/rules/texts/text.ts'
import { startApp } from '#tests/support/start-app.ts'
import { type AdminRating, listAllRatings } from '../admin-ratings-contract.ts'

/*
 * A search finds the ratings whose user, email, restaurant or comment contains a text, regardless of case, the kind of
 * apostrophes and, in names, what `searchFor` ignores; results are the same with each database engine. Pages are slices of the whole
 * result.
 */

const app = await startApp({ RATE_LIMITS: 'off' })
const { db } = app
const admin = app.as(await app.admin({ firstName: 'Zoe', lastName: 'Quill', email: 'quill@two.example' }))

const comments = [
  'Good PIE, good pie @two',
  null,
  'Äpfel und ÖL',
  '300 \u212aelvin hot',
  '\u0130stanbul style',
  'Crème Brûlée at NOON',
  '50% off_today \\o/ "quoted"',
  null,
  '日本のラーメン, ΣΊΣΥΦΟΣ',
  'nothing to say',
  'PIE again, at Zoë’s',
  "at zoe's",
  // Too long for PostgreSQL's indexes.
  `${'寿司'.repeat(490)} last`,
  'Cafe\u0301 au lait',
]
let all: AdminRating[] = []

beforeAll(async () => {
  const people = [
    await app.user({ firstName: 'Ána', lastName: 'Bell', email: 'ana@one.example' }),
    await app.user({ firstName: 'Ben', lastName: 'Pie', email: 'ben@two.example' }),
    await app.user({ firstName: 'Cleo', lastName: "O'Ray", email: 'noon@two.example' }),
    await app.user({ firstName: '\u212aim', lastName: 'Stone', email: 'stone@two.example' }),
  ]
  const names = ['Pie Palace', 'ÄPFEL Hof', 'Noodles', 'Joe’s Diner', 'Pie Palace', '\u0130zmir Grill']
  const ratings = []
  for (const [i, name] of names.entries()) {
    const { id: restaurantId } = await app.restaurant({ name, campusCode: i % 2 ? 'brevard' : 'arden' })
    for (const [j, { id: userId }] of people.entries()) {
      const number = i * people.length + j
      // Some have equal times.
      const time = new Date(Date.UTC(2026, 5, 1, 12, (number * 7) % 10)).toISOString()
      const comment = comments[number % comments.length] ?? null
      ratings.push({
        ...{ userId, restaurantId, value: (number % 5) + 1, comment },
        ...{ createdAt: time, updatedAt: time },
      })
    }
  }
  await db.insertInto('ratings').values(ratings).execute()
  all = (await list({})).rows
})

async function list(query: Record<string, string>) {
  const { body, headers } = await admin.call(listAllRatings, { query })
  return { rows: body, total: Number(headers.get('x-total-count')) }
}

const fold = (text: string) => text.toLowerCase().replaceAll('’', "'").normalize('NFC')
const has = ({ user, restaurant, comment }: AdminRating, search: string) =>
  [`${user.firstName} ${user.lastName}`, user.email, restaurant.name].some(searchFor(search)) ||
  fold(comment ?? '').includes(fold(trimText(search)))

const keys = {
  updatedAt: (row: AdminRating) => row.updatedAt,
  value: (row: AdminRating) => String(row.value),
  user: (row: AdminRating) => `${row.user.firstName} ${row.user.lastName}`,
  restaurant: (row: AdminRating) => row.restaurant.name,
  campusCode: (row: AdminRating) => row.restaurant.campusCode,
}

test.each([
  ...[
    'pie',
    'PIE',
    ' good pie ',
    'äpfel',
    'ÖL',
    'kelvin',
    'kim',
    'i',
    'e',
    'stanbul',
    'izmir',
    'apfel',
    'creme BRULEE',
    'áñá',
    'zoe',
    '\u0130',
    'i\u0307',
  ],
  ...[
    '\u212a',
    'crème',
    'cre\u0300me',
    'café',
    '\u200bhot\ufeff',
    '\u200bcrème',
    'BRÛLÉE',
    'noon',
    '%',
    '_',
    '\\',
    '"quoted"',
    '50% off',
    'ラーメン',
    'σίσυφος',
    'ΣΊΣ',
    '寿司',
    'last',
    'xyz',
  ],
  ...['ana', 'ána', '@two', 'example', 'ben pie', 'a\0b'],
  ...['pie-palace', 'joes diner', 'oray', '\u200b'],
  ...["o'r", 'O’R', "joe's", 'JOE’S', "'", '’', 'ë’s', "ë's", "e's"],
])('searching %j finds the right ratings, of all campuses or one, whole or in pages', async search => {
  for (const campusCode of [undefined, 'brevard']) {
    const expected = all.filter(
      row => has(row, search) && (campusCode === undefined || row.restaurant.campusCode === campusCode),
    )
    const query = { search, ...(campusCode && { campusCode }) }
    const ids = expected.map(({ id }) => id)
    const whole = await list(query)
    expect([whole.total, whole.rows]).toEqual([ids.length, expected])
    for (const offset of [0, 2, 7]) {
      const { rows, total } = await list({ ...query, limit: '2', offset: String(offset) })
      expect([total, rows.map(({ id }) => id)]).toEqual([ids.length, ids.slice(offset, offset + 2)])
    }
  }
})

test('search results, and all ratings, can be sorted by every key, latest first among equals', async () => {
  for (const [search, campusCode] of [['e'], ['noon'], [''], ['', 'brevard']] as [string, string?][])
    for (const sort of ['updatedAt', 'value', 'user', 'restaurant', 'campusCode'] as const)
      for (const order of ['asc', 'desc'] as const) {
        const sign = order === 'asc' ? 1 : -1
        const latestFirst =
          sort === 'value' || sort === 'updatedAt' ? all.toSorted((a, b) => b.id - a.id) : all
        const expected = latestFirst
          .filter(row => has(row, search) && (!campusCode || row.restaurant.campusCode === campusCode))
          .toSorted((a, b) => sign * compareNames(keys[sort](a), keys[sort](b)))
          .map(({ id }) => id)
        const query = { search, sort, order, ...(campusCode && { campusCode }) }
        const { rows } = await list(query)
        expect(rows.map(({ id }) => id)).toEqual(expected)
        const page = await list({ ...query, limit: '3', offset: '1' })
        expect(page.rows.map(({ id }) => id)).toEqual(expected.slice(1, 4))
      }
})

test('a search can be limited to the ratings of one user or one restaurant', async () => {
  const { user, restaurant } = all.find(row => has(row, 'pie')) as AdminRating
  const found = all.filter(row => has(row, 'pie'))
  const ofUser = await list({ search: 'pie', userId: String(user.id) })
  expect(ofUser.rows).toEqual(found.filter(row => row.user.id === user.id))
  const ofRestaurant = await list({ search: 'pie', restaurantId: String(restaurant.id), limit: '1' })
  const expected = found.filter(row => row.restaurant.id === restaurant.id)
  expect([ofRestaurant.total, ofRestaurant.rows]).toEqual([expected.length, expected.slice(0, 1)])
})

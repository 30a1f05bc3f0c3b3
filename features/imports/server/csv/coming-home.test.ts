import { expect, test } from 'vitest'
import { importRatings, listAllRatings } from '#features/ratings/admin-ratings-contract.ts'
import { ratingColumns } from '#features/ratings/rating-columns.ts'
import { listRestaurants } from '#features/restaurants/contract.ts'
import { restaurantColumns } from '#features/restaurants/restaurant-columns.ts'
import type { CsvColumn } from '#kit/contract/csv-columns.ts'
import { writeCsv } from '#kit/rules/texts/csv.ts'
import { rate } from '#tests/support/rate.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { importRestaurants } from '../../contract.ts'

const [old, fresh] = [await startApp(), await startApp()]
const [from, to] = [old.as(await old.admin()), fresh.as(await fresh.admin())]

const campusNames = { arden: 'Arden', brevard: 'Brevard' }
const campusName = (code: string) => campusNames[code as keyof typeof campusNames] ?? code

/** As the lists of Command Mode write it. */
function exported<Row>(columns: Record<string, CsvColumn<Row>>, rows: Row[]) {
  const all = Object.values(columns)
  const cells = rows.map(row => all.map(({ write }) => write(row, campusName)))
  return new Blob([writeCsv([all.map(({ header }) => header), ...cells])])
}
const left = (...names: string[]) => [
  { row: 1, message: `Row 1: ${names.join(', ')} left out: An import doesn’t read these columns` },
]

/** What comes home; of the opening times, that they were read. */
const restaurantsOf = async ({ db }: TestApp) => {
  const texts = ['campusCode', 'address', 'name', 'cuisine', 'diets', 'hours', 'phone', 'websiteUrl'] as const
  const more = ['price', 'distance', 'travelTime', 'disabled', 'openingTimes'] as const
  const rows = db.selectFrom('restaurants').select([...texts, ...more])
  return (await rows.orderBy('campusCode').orderBy('address').execute()).map(row => ({
    ...row,
    openingTimes: row.hours && 'read',
  }))
}
const ratingsOf = async (app: TestApp) =>
  (await app.as(await app.primary()).call(listAllRatings)).body
    .map(({ user, restaurant: { campusCode, name, address }, value, comment }) =>
      [user.email, campusCode, name, address, value, comment].join(),
    )
    .sort()

test('exports of two campuses come home to an empty installation whole, whatever ids it gives', async () => {
  const people = ['ana@example.org', 'ben@example.org']
  const users = [await old.user({ email: people[0] }), await old.user({ email: people[1] })]
  const details = {
    ...{ cuisine: 'Diner', price: '$$' as const, diets: 'vegan', phone: '+1 828 555 0100' },
    ...{ websiteUrl: 'https://a.example.org/list;page.html', distance: 2.5, travelTime: 8 },
    ...{ hours: 'Mon-Fri 11 AM-9 PM', openingTimes: null },
  }
  const places = [
    await old.restaurant({ ...details, name: 'Branch', address: '1 Main St', disabled: true }),
    await old.restaurant({ name: 'Branch', address: '2 Main St', price: null, hours: null, distance: null }),
    await old.restaurant({ name: 'Branch', address: '1 Main St', campusCode: 'brevard' }),
    await old.restaurant({ name: 'None', address: '4 Main St', campusCode: 'brevard' }),
  ]
  for (const [i, { id }] of places.entries())
    for (const [j, user] of users.entries())
      await rate(old.deps, user.id, id, {
        value: (((i + j) % 5) + 1) as 1,
        comment: j ? `Said\n"${i}"` : undefined,
      })

  const restaurants = exported(restaurantColumns, (await from.call(listRestaurants)).body)
  // Another order, so that each id is another restaurant's.
  for (const campusCode of ['brevard', 'arden']) {
    const { body } = await to.call(importRestaurants, { body: { campusCode }, file: restaurants })
    const remarks = left('ID', 'Average Rating', 'Ratings')
    expect(body).toMatchObject({ imported: 2, skipped: 0, remarks })
    const [other, here] = campusCode === 'arden' ? ['Brevard', 'Arden'] : ['Arden', 'Brevard']
    expect(body.errors).toHaveLength(2)
    expect(body.errors[0]?.message).toMatch(
      `: It is for the campus “${other}”, and this import is for “${here}”`,
    )
  }
  expect(await restaurantsOf(fresh)).toEqual(await restaurantsOf(old))

  for (const email of people) await fresh.user({ email })
  const ratings = exported(ratingColumns, (await from.call(listAllRatings)).body)
  const imported = (await to.call(importRatings, { file: ratings })).body
  expect(imported).toMatchObject({ imported: 8, skipped: 0, errors: [] })
  expect(imported.remarks).toEqual(left('Department', 'Updated'))
  expect(await ratingsOf(fresh)).toEqual(await ratingsOf(old))
})

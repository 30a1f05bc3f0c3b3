import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AdminRating } from '#features/ratings/admin-ratings-contract.ts'
import { ratingColumns } from '#features/ratings/rating-columns.ts'
import type { Restaurant } from '#features/restaurants/contract.ts'
import { prices } from '#features/restaurants/price.ts'
import { restaurantColumns } from '#features/restaurants/restaurant-columns.ts'
import { type CsvColumn, importColumns } from '#kit/contract/csv-columns.ts'
import { diets } from '#kit/rules/diets.ts'
import { textOfCell, writeCsv } from '#kit/rules/texts/csv.ts'
import { tidyName } from '#kit/rules/texts/names.ts'
import { readCsvUpload } from '#kit/server/csv/csv-upload.ts'
import { readRestaurantRows } from './restaurant-rows.ts'

/* An import must read what an export writes; both use the same list of columns. */

function fileOf<Row>(columns: Record<string, CsvColumn<Row>>, rows: Row[]): Buffer {
  const written = Object.values(columns)
  const cells = (row: Row) => written.map(({ write }) => write(row, code => `Campus ${code}`))
  return Buffer.from(writeCsv([written.map(({ header }) => header), ...rows.map(cells)]))
}

// A single line, with the characters that spreadsheets and CSV parsers stumble over.
const line = (maxLength: number) =>
  fc
    .string({
      unit: fc.constantFrom('a', 'Z', 'é', '7', ' ', ',', '"', "'", ';', '=', '+', '-', '@', '|', '🍕'),
      minLength: 1,
      maxLength,
    })
    .map(text => text.trim())
    .filter(text => text !== '')
/** A line, or a word that programs write for nothing. */
const text = (maxLength: number) =>
  fc.oneof({ arbitrary: line(maxLength), weight: 4 }, fc.constantFrom('None', 'n/a', 'NULL', "'nan"))
const orNull = (value: fc.Arbitrary<string>) => fc.option(value, { nil: null })

const restaurant = fc.record({
  name: text(40).map(tidyName),
  address: line(60),
  cuisine: orNull(text(30)),
  phone: orNull(fc.constantFrom('(828) 555-0100', '+1 828 555 0100')),
  websiteUrl: orNull(fc.constantFrom('https://example.org/a?b=1,2&c="', 'http://example.org')),
  price: fc.constantFrom(null, ...prices),
  hours: orNull(fc.constantFrom('Mon, Tue "late"; =closed', 'Mon-Fri 11 AM-9 PM; Sat, Sun Closed')),
  distance: fc.option(
    fc.integer({ min: 0, max: 10_000 }).map(tenths => tenths / 10),
    { nil: null },
  ),
  travelTime: fc.integer({ min: 0, max: 1440 }),
  disabled: fc.boolean(),
  diets: fc.subarray([...diets]),
})

describe('importing an exported file restores equal values [T-62]', () => {
  test('of restaurants', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(restaurant, { minLength: 1, maxLength: 10 }), async places => {
        const rows = places.map(place => ({
          id: 1,
          campusCode: 'arden',
          ...place,
        })) as unknown as Restaurant[]
        const campus = { code: 'arden', name: 'Campus arden' }
        const read = await readRestaurantRows(fileOf(restaurantColumns, rows), campus)
        expect(read.rows.map(({ row: _, openingTimes: __, ...fields }) => fields)).toEqual(
          places.map(place => ({ ...place, status: 'new' })),
        )
      }),
    )
  })

  test('of ratings', () => {
    const rating = fc.record({
      user: fc.record({
        email: fc.constantFrom('ana@example.org', 'ben.o@example.org'),
        firstName: line(10),
        lastName: line(10),
        department: line(20),
      }),
      restaurant: fc.record({
        id: fc.integer({ min: 1, max: 99_999 }),
        name: line(40),
        campusCode: fc.constant('arden'),
      }),
      value: fc.integer({ min: 1, max: 5 }),
      comment: orNull(text(200)),
    })
    fc.assert(
      fc.property(fc.array(rating, { minLength: 1, maxLength: 10 }), ratings => {
        const headers = importColumns(ratingColumns).map(({ header }) => header)
        const file = fileOf(ratingColumns, ratings as unknown as AdminRating[])
        const read = readCsvUpload(file, { required: headers, optional: [], compared: [] }).rows.map(
          ({ cell }) => headers.map(header => textOfCell(cell(header) ?? '')),
        )
        expect(read).toEqual(
          ratings.map(({ user, restaurant: { id }, value, comment }) => [
            user.email,
            String(id),
            String(value),
            comment ?? '',
          ]),
        )
      }),
    )
  })
})

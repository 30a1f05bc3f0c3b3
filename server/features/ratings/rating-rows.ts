import { optionalHeader, ratingColumns } from '#contract/csv-columns.ts'
import type { RowError } from '#contract/import-fields.ts'
import { Comment } from '#contract/ratings.ts'
import { textOfCell, withoutGuard } from '#domain/csv.ts'
import { tidyEmail } from '#domain/email-domains.ts'
import { fullName } from '#domain/person-names.ts'
import { starValues } from '#domain/ratings.ts'
import { isSpreadsheetError, spreadsheetError } from '#domain/spreadsheet-errors.ts'
import { onlyVisible } from '#domain/text.ts'
import { isFraction, readWholeNumber } from '#domain/whole-number.ts'
import { listRestaurantRows } from '#server/data/restaurants-store.ts'
import { listUserRows } from '#server/data/users-store.ts'
import { partsOf } from '#server/database/batches.ts'
import type { Db, RestaurantRow, UserRow } from '#server/database/schema.ts'
import type { UploadedRow } from '#server/http/csv-upload.ts'
import type { WantedRating } from './write-ratings.ts'

/** A valid row; `row` is its line in the file. */
export type GoodRow = WantedRating & {
  row: number
  userEmail: string
  userName: string
  restaurantName: string
  address: string
}

/** Reads the rows of a file of ratings: those that can be written, and what is wrong with the others. */
export async function readRatingRows(
  db: Db,
  uploaded: UploadedRow[],
): Promise<{ good: GoodRow[]; errors: RowError[]; remarks: RowError[] }> {
  const known: Known = {
    users: new Map((await listUserRows(db)).map(user => [user.email, user])),
    restaurants: new Map((await listRestaurantRows(db)).map(place => [place.id, place])),
  }
  const good: GoodRow[] = []
  const errors: RowError[] = []
  const remarks: RowError[] = []
  for await (const some of partsOf(uploaded))
    for (const row of some) {
      const read = readRow(row, known)
      if (typeof read === 'string') errors.push({ row: row.line, message: `Row ${row.line}: ${read}` })
      else {
        const { remark, ...rating } = read
        good.push(rating)
        if (remark) remarks.push({ row: row.line, message: `Row ${row.line}: ${remark}` })
      }
    }
  return { good, errors, remarks }
}

type Known = { users: Map<string, UserRow>; restaurants: Map<number, RestaurantRow> }

/** Returns the row, or the error message if it is invalid. */
function readRow(
  { line, cell, problem }: UploadedRow,
  { users, restaurants }: Known,
): (GoodRow & { remark?: string }) | string {
  if (problem) return problem
  const text = (column: { header: string }, read = withoutGuard) => read(cell(column.header) ?? '')
  const email = onlyVisible(text(ratingColumns.userEmail))
  const user = users.get(tidyEmail(email))
  if (!user) return `User with email ${email} not found`

  const id = text(ratingColumns.restaurantId)
  const number = readWholeNumber(id)
  if (isFraction(id)) return `Restaurant ID ${id} is not a whole number`
  const restaurant = number === null ? undefined : restaurants.get(number)
  if (!restaurant) return `Restaurant with ID ${id} not found`

  const stars = text(ratingColumns.value)
  const count = readWholeNumber(stars)
  const value = starValues.find(known => known === count)
  if (!value) {
    return `Invalid rating value ${stars}. Must be ${isFraction(stars) ? 'a whole number ' : ''}between 1 and 5.`
  }

  const comments = [ratingColumns.comment, { header: optionalHeader(ratingColumns.comment) }]
  const written = comments.map(column => text(column, textOfCell)).find(Boolean) ?? ''
  const isLeftOut = isSpreadsheetError(written)
  const comment = Comment.safeParse(isLeftOut ? '' : written)
  if (!comment.success) return comment.error.issues[0]?.message ?? 'Invalid comment'
  return {
    row: line,
    userId: user.id,
    userEmail: user.email,
    userName: fullName(user),
    restaurantId: restaurant.id,
    restaurantName: restaurant.name,
    address: restaurant.address,
    value,
    // An empty cell keeps an existing comment.
    comment: comment.data || undefined,
    ...(isLeftOut && { remark: `comment left out: ${spreadsheetError(written)}` }),
  }
}

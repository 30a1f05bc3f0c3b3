import { optionalHeader, ratingColumns } from '#contract/csv-columns.ts'
import type { RowError } from '#contract/fields.ts'
import { Comment } from '#contract/ratings.ts'
import { withoutGuard } from '#domain/csv.ts'
import { fullName } from '#domain/person-names.ts'
import { starValues } from '#domain/ratings.ts'
import { onlyVisible } from '#domain/text.ts'
import { listRestaurantRows } from '#server/data/restaurants-store.ts'
import { listUserRows } from '#server/data/users-store.ts'
import type { Db, RestaurantRow, UserRow } from '#server/database/schema.ts'
import { tooManyCells, type UploadedRow } from '#server/http/csv-upload.ts'
import type { WantedRating } from './write-ratings.ts'

/** A valid row; `row` is its line in the file. */
export type GoodRow = WantedRating & {
  row: number
  userEmail: string
  userName: string
  restaurantName: string
}

/** Reads the rows of a file of ratings: those that can be written, and what is wrong with the others. */
export async function readRatingRows(
  db: Db,
  uploaded: UploadedRow[],
): Promise<{ good: GoodRow[]; errors: RowError[] }> {
  const known: Known = {
    users: new Map((await listUserRows(db)).map(user => [user.email, user])),
    restaurants: new Map((await listRestaurantRows(db)).map(place => [String(place.id), place])),
  }
  const good: GoodRow[] = []
  const errors: RowError[] = []
  for (const row of uploaded) {
    const read = readRow(row, known)
    if (typeof read === 'string') errors.push({ row: row.line, message: `Row ${row.line}: ${read}` })
    else good.push(read)
  }
  return { good, errors }
}

type Known = { users: Map<string, UserRow>; restaurants: Map<string, RestaurantRow> }

/** Returns the row, or the error message if it is invalid. */
function readRow({ line, cell, isTooLong }: UploadedRow, { users, restaurants }: Known): GoodRow | string {
  if (isTooLong) return tooManyCells
  const text = (column: { header: string }) => withoutGuard(cell(column.header) ?? '')
  const email = text(ratingColumns.userEmail)
  const user = users.get(onlyVisible(email).toLowerCase())
  if (!user) return `User with email ${email} not found`

  const id = text(ratingColumns.restaurantId)
  const restaurant = restaurants.get(id)
  if (!restaurant) return `Restaurant with ID ${id} not found`

  const stars = text(ratingColumns.value)
  const value = starValues.find(known => String(known) === stars)
  if (!value) return `Invalid rating value ${stars}. Must be between 1 and 5.`

  const comment = Comment.safeParse(
    text(ratingColumns.comment) || text({ header: optionalHeader(ratingColumns.comment) }),
  )
  if (!comment.success) return comment.error.issues[0]?.message ?? 'Invalid comment'
  return {
    row: line,
    userId: user.id,
    userEmail: user.email,
    userName: fullName(user),
    restaurantId: restaurant.id,
    restaurantName: restaurant.name,
    value,
    // An empty cell keeps an existing comment.
    comment: comment.data || undefined,
  }
}

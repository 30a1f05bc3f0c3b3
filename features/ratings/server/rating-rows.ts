import { readCampusNames } from '#features/campuses/server/campuses-store.ts'
import type { RowError } from '#kit/contract/import-fields.ts'
import { tidyEmail } from '#kit/rules/addresses/email-domains.ts'
import { groupBy } from '#kit/rules/group-by.ts'
import { starValues } from '#kit/rules/stars.ts'
import { textOfCell, withoutGuard } from '#kit/rules/texts/csv.ts'
import { foldCode } from '#kit/rules/texts/names.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { foldName, foldWords } from '#kit/rules/texts/search.ts'
import { isSpreadsheetError, spreadsheetError } from '#kit/rules/texts/spreadsheet-errors.ts'
import { onlyVisible } from '#kit/rules/texts/text.ts'
import { isFraction, readWholeNumber } from '#kit/rules/texts/whole-number.ts'
import type { UploadedFile, UploadedRow } from '#kit/server/csv/csv-upload.ts'
import { partsOf } from '#kit/server/database/batches.ts'
import { list } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { Comment } from '../contract.ts'
import { optionalHeader, ratingColumns } from '../rating-columns.ts'
import type { WantedRating } from './save-ratings.ts'

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
  uploaded: UploadedFile,
): Promise<{ good: GoodRow[]; errors: RowError[]; remarks: RowError[] }> {
  const restaurants = await list(db, 'restaurants', {}, { order: ['id'] })
  const known: Known = {
    users: new Map((await list(db, 'users')).map(user => [user.email, user])),
    restaurants: new Map(restaurants.map(place => [place.id, place])),
    byName: groupBy(restaurants, ({ name }) => foldName(name)),
    campusNames: await readCampusNames(db),
  }
  const good: GoodRow[] = []
  const errors: RowError[] = []
  const remarks = [...uploaded.remarks]
  for await (const some of partsOf(uploaded.rows))
    for (const row of some) {
      const read = readRow(row, known)
      const at = (message: string) => ({ row: row.line, message: `Row ${row.line}: ${message}` })
      if (typeof read === 'string') errors.push(at(read))
      else {
        const { remarks: own, ...rating } = read
        good.push(rating)
        remarks.push(...own.map(at))
      }
    }
  return { good, errors, remarks }
}

type Known = {
  users: Map<string, Row<'users'>>
  restaurants: Map<number, Row<'restaurants'>>
  byName: Map<string, Row<'restaurants'>[]>
  campusNames: ReadonlyMap<string, string>
}

/** Returns the row, or the error message if it is invalid. */
function readRow(row: UploadedRow, known: Known): (GoodRow & { remarks: string[] }) | string {
  if (row.problem) return row.problem
  const text = (column: { header: string }, read = withoutGuard) => read(row.cell(column.header) ?? '')
  const email = onlyVisible(text(ratingColumns.userEmail))
  const user = known.users.get(tidyEmail(email))
  if (!user) return `User with email ${email} not found`
  const remarks: string[] = []
  const name = text(ratingColumns.user, textOfCell)
  if (name && foldName(name) !== foldName(fullName(user)))
    remarks.push(`The account of ${email} belongs to “${fullName(user)}”, but the row says “${name}”`)

  const restaurant = findRestaurant(text, known)
  if (typeof restaurant === 'string') return restaurant

  const stars = text(ratingColumns.value)
  const count = readWholeNumber(stars)
  const value = starValues.find(known => known === count)
  if (!value)
    return `Invalid rating value ${stars}. Must be ${isFraction(stars) ? 'a whole number ' : ''}between 1 and 5.`

  const comments = [ratingColumns.comment, { header: optionalHeader(ratingColumns.comment) }]
  const written = comments.map(column => text(column, textOfCell)).find(Boolean) ?? ''
  const isLeftOut = isSpreadsheetError(written)
  if (isLeftOut) remarks.push(`comment left out: ${spreadsheetError(written)}`)
  const comment = Comment.safeParse(isLeftOut ? '' : written)
  if (!comment.success) return comment.error.issues[0]?.message ?? 'Invalid comment'
  return {
    row: row.line,
    userId: user.id,
    userEmail: user.email,
    userName: fullName(user),
    restaurantId: restaurant.id,
    restaurantName: restaurant.name,
    address: restaurant.address,
    value,
    // An empty cell keeps an existing comment.
    comment: comment.data || undefined,
    remarks,
  }
}

/**
 * The restaurant of a row: the one with its id, or, because other installations have other ids, the only one with its
 * name, campus and address. Returns the error message if the row's columns contradict each other.
 */
function findRestaurant(
  text: (column: { header: string }, read?: (cell: string) => string) => string,
  { restaurants, byName, campusNames }: Known,
): Row<'restaurants'> | string {
  const id = text(ratingColumns.restaurantId)
  if (isFraction(id)) return `Restaurant ID ${id} is not a whole number`
  const [name, campus, address] = (['restaurant', 'campus', 'address'] as const).map(column =>
    text(ratingColumns[column], textOfCell),
  )
  const fits = (place: Row<'restaurants'>) =>
    (!name || foldName(name) === foldName(place.name)) &&
    (!address || foldWords(address) === foldWords(place.address)) &&
    (!campus ||
      [place.campusCode, campusNames.get(place.campusCode) ?? ''].some(
        own => foldCode(own) === foldCode(campus),
      ))
  const own = restaurants.get(readWholeNumber(id) ?? 0)
  if (own && fits(own)) return own
  const found = name && campus ? (byName.get(foldName(name)) ?? []).filter(fits) : []
  if (found[0] && found.length === 1) return found[0]
  const said = [name && `“${name}”`, campus, address].filter(Boolean).join(', ')
  if (found.length > 1) return `There is more than one restaurant ${said}, and none has the ID ${id}`
  if (!own) return `Restaurant with ID ${id} not found${said && `, and none that is ${said}`}`
  const actual = [
    name && `“${own.name}”`,
    campus && (campusNames.get(own.campusCode) ?? own.campusCode),
    address && own.address,
  ]
  return `Restaurant ID ${id} is ${actual.filter(Boolean).join(', ')}, but the row says ${said}`
}

import type { ratingSortKeys } from '#contract/admin-ratings.ts'
import { compareNames } from '#domain/compare-names.ts'
import {
  type AdminRatingRow,
  countAdminRatings,
  listAdminRatingRows,
  type RatingFilter,
} from '#server/data/admin-ratings-store.ts'
import { inPieces } from '#server/database/batches.ts'
import type { Db } from '#server/database/schema.ts'
import { type Page, textMatcher } from '#server/http/paging.ts'
import { sortedBy } from '#server/http/sorting.ts'

type SortKey = (typeof ratingSortKeys)[number]
type Search = RatingFilter & Page & { sort?: SortKey | undefined; order?: 'asc' | 'desc' | undefined }

/** A page of all ratings, latest first unless told otherwise, and how many there are in all. */
export async function searchRatings(
  db: Db,
  { limit, offset = 0, search, sort = 'updatedAt', order = defaultOrders[sort], ...filter }: Search,
): Promise<{ rows: AdminRatingRow[]; total: number }> {
  if ((sort === 'updatedAt' || sort === 'value') && !search?.trim()) {
    const rows = await listAdminRatingRows(db, filter, { sort, order, limit, offset })
    return { rows, total: await countAdminRatings(db, filter) }
  }
  const found = await findMatches(db, filter, search)
  const latestFirst = sortedBy(found, 'desc', timeOf)
  const rows = sortedBy(latestFirst, order, sortKeyOf(found, sort))
  return { rows: rows.slice(offset, limit === undefined ? undefined : offset + limit), total: found.length }
}

// Engines fold and order letters differently, so names are searched and sorted here.
async function findMatches(db: Db, filter: RatingFilter, search = ''): Promise<AdminRatingRow[]> {
  const matches = textMatcher(search)
  const found: AdminRatingRow[] = []
  const pieces = inPieces(({ limit, before }) =>
    listAdminRatingRows(db, { ...filter, before }, { sort: 'id', order: 'desc', limit }),
  )
  for await (const piece of pieces)
    found.push(...piece.filter(row => matches([nameOf(row), row.email, row.restaurantName, row.comment])))
  return found
}

function sortKeyOf(rows: AdminRatingRow[], sort: SortKey): (row: AdminRatingRow) => number {
  if (sort === 'updatedAt') return timeOf
  if (sort === 'value') return row => row.value
  // Each name is compared once, not once more for every rating.
  const textOf = textKeys[sort]
  const names = [...new Set(rows.map(textOf))].sort(compareNames)
  const places = new Map(names.map((name, place) => [name, place]))
  return row => places.get(textOf(row)) ?? 0
}

const timeOf = (row: AdminRatingRow) => Date.parse(row.updatedAt)
const nameOf = (row: AdminRatingRow) => `${row.firstName} ${row.lastName}`

const textKeys = {
  user: nameOf,
  restaurant: (row: AdminRatingRow) => row.restaurantName,
  campusCode: (row: AdminRatingRow) => row.campusCode,
}

const defaultOrders: Record<SortKey, 'asc' | 'desc'> = {
  updatedAt: 'desc',
  value: 'desc',
  user: 'asc',
  restaurant: 'asc',
  campusCode: 'asc',
}

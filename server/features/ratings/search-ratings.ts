import type { ratingSortKeys } from '#contract/admin-ratings.ts'
import type { Db } from '#server/database/schema.ts'
import { type Page, textMatcher } from '#server/http/paging.ts'
import { sortedBy } from '#server/http/sorting.ts'
import {
  type AdminRatingRow,
  countAdminRatings,
  listAdminRatingRows,
  type RatingFilter,
} from './admin-ratings-store.ts'

type SortKey = (typeof ratingSortKeys)[number]
type Search = RatingFilter & Page & { sort?: SortKey | undefined; order?: 'asc' | 'desc' | undefined }

/** A page of all ratings, latest first unless told otherwise, and how many there are in all. */
export async function searchRatings(
  db: Db,
  { limit, offset = 0, search, sort = 'updatedAt', order = defaultOrders[sort], ...filter }: Search,
): Promise<{ rows: AdminRatingRow[]; total: number }> {
  const isByColumn = sort === 'updatedAt' || sort === 'value'
  if (isByColumn && !search?.trim()) {
    const rows = await listAdminRatingRows(db, filter, { sort, order, limit, offset })
    return { rows, total: await countAdminRatings(db, filter) }
  }
  // Engines fold and order letters differently, so names are searched and sorted here.
  const first = isByColumn ? { sort, order } : ({ sort: 'updatedAt', order: 'desc' } as const)
  const all = await listAdminRatingRows(db, filter, first)
  const matches = textMatcher(search)
  const found = all.filter(row => matches([nameOf(row), row.email, row.restaurantName, row.comment]))
  const rows = isByColumn ? found : sortedBy(found, order, textKeys[sort])
  return { rows: rows.slice(offset, limit === undefined ? undefined : offset + limit), total: found.length }
}

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

import type { ratingSortKeys } from '#contract/admin-ratings.ts'
import { compareNames } from '#domain/names.ts'
import {
  type AdminRatingRow,
  countAdminRatings,
  countByRestaurant,
  countByUser,
  listAdminRatingRows,
  type RatingFilter,
} from '#server/data/admin-ratings-store.ts'
import { listRestaurantRows } from '#server/data/restaurants-store.ts'
import { listUserRows } from '#server/data/users-store.ts'
import { inPieces } from '#server/database/batches.ts'
import type { Db } from '#server/database/schema.ts'
import { type Page, textMatcher } from '#server/http/paging.ts'
import { sortedBy } from '#server/http/sorting.ts'

type SortKey = (typeof ratingSortKeys)[number]
type Search = RatingFilter & Page & { sort?: SortKey | undefined; order?: 'asc' | 'desc' | undefined }

/** A page of all ratings, latest first by default, and how many there are in all. */
export async function searchRatings(
  db: Db,
  { limit, offset = 0, search, sort = 'updatedAt', order = defaultOrders[sort], ...filter }: Search,
): Promise<{ rows: AdminRatingRow[]; total: number }> {
  if ((sort === 'updatedAt' || sort === 'value') && !search?.trim()) {
    const rows = await listAdminRatingRows(db, filter, { sort, order, limit, offset })
    return { rows, total: await countAdminRatings(db, filter) }
  }
  const isOfAll = filter.userId === undefined && filter.restaurantId === undefined
  if (isOfAll && sort !== 'updatedAt' && sort !== 'value' && !search?.trim()) {
    const groups = await readGroups(db, sort, filter)
    const key = sort === 'user' ? 'userIds' : 'restaurantIds'
    const read = ({ ids }: Group, page: { limit: number; offset: number }) =>
      listAdminRatingRows(db, { ...filter, [key]: ids }, { sort: 'updatedAt', order: 'desc', ...page })
    const rows = await readPage(order === 'asc' ? groups : groups.toReversed(), read, offset, limit)
    return { rows, total: await countAdminRatings(db, filter) }
  }
  const found = await findMatches(db, filter, search)
  const latestFirst = sortedBy(found, 'desc', timeOf)
  const rows = sortedBy(latestFirst, order, sortKeyOf(found, sort))
  return { rows: rows.slice(offset, limit === undefined ? undefined : offset + limit), total: found.length }
}

type Group = { name: string; ids: number[]; count: number }

/**
 * What ratings are ordered by, in that order, and how many each has: so a page of a million is found without reading them.
 * Those of one name stand together.
 */
async function readGroups(
  db: Db,
  sort: 'user' | 'restaurant' | 'campusCode',
  { campusCode }: RatingFilter,
): Promise<Group[]> {
  const parts: { id: number; name: string; count: number }[] =
    sort === 'user'
      ? (await countByUser(db, campusCode)).map(user => ({ ...user, name: nameOf(user) }))
      : (await countByRestaurant(db, campusCode)).map(place => ({
          ...place,
          name: sort === 'restaurant' ? place.name : place.campusCode,
        }))
  const groups = [...Map.groupBy(parts, part => part.name)].map(([name, same]) => ({
    name,
    ids: same.map(({ id }) => id),
    count: same.reduce((sum, { count }) => sum + count, 0),
  }))
  return groups.sort((a, b) => compareNames(a.name, b.name))
}

async function readPage(
  groups: Group[],
  read: (group: Group, page: { limit: number; offset: number }) => Promise<AdminRatingRow[]>,
  offset: number,
  limit = Number.POSITIVE_INFINITY,
): Promise<AdminRatingRow[]> {
  let rows: AdminRatingRow[] = []
  let skip = offset
  for (const group of groups) {
    if (rows.length >= limit) break
    const size = Math.min(limit - rows.length, group.count)
    if (skip < group.count) rows = rows.concat(await read(group, { limit: size, offset: skip }))
    skip = Math.max(0, skip - group.count)
  }
  return rows
}

// Engines fold and order letters differently, so names are searched and sorted here.
async function findMatches(db: Db, filter: RatingFilter, search = ''): Promise<AdminRatingRow[]> {
  const matches = textMatcher(search)
  const found: AdminRatingRow[] = []
  const anyOf = search.trim() ? await findNamed(db, search) : undefined
  const pieces = inPieces(({ limit, before }) =>
    listAdminRatingRows(db, { ...filter, anyOf, before }, { sort: 'id', order: 'desc', limit }),
  )
  for await (const piece of pieces)
    found.push(...piece.filter(row => matches([nameOf(row), row.email, row.restaurantName, row.comment])))
  return found
}

/** Whom and what a search names. */
async function findNamed(db: Db, search: string) {
  const matches = textMatcher(search)
  const users = (await listUserRows(db)).filter(user => matches([nameOf(user), user.email]))
  const restaurants = (await listRestaurantRows(db)).filter(({ name }) => matches([name]))
  return { userIds: users.map(({ id }) => id), restaurantIds: restaurants.map(({ id }) => id) }
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
const nameOf = (row: { firstName: string; lastName: string }) => `${row.firstName} ${row.lastName}`

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

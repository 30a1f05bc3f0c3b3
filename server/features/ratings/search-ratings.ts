import type { ratingSortKeys } from '#contract/admin-ratings.ts'
import { compareNames } from '#domain/names.ts'
import { fullName } from '#domain/person-names.ts'
import { foldCase, foldSearch } from '#domain/search.ts'
import {
  type AdminRatingRow,
  countAdminRatings,
  countByRestaurant,
  countByUser,
  listAdminRatingRows,
  type RatingFilter,
} from '#server/data/admin-ratings-store.ts'
import {
  countFound,
  type Found,
  listCommentsLike,
  listFoundIds,
  listFoundIdsAmong,
  listRestaurantsLike,
  listUsersLike,
} from '#server/data/rating-search-store.ts'
import { isExactInSql } from '#server/database/contains-text.ts'
import type { Db } from '#server/database/schema.ts'
import { YieldBetweenStatements } from '#server/database/yield-between-statements.ts'
import { type Page, textMatcher } from '#server/http/paging.ts'
import { sortedBy } from '#server/http/sorting.ts'

type SortKey = (typeof ratingSortKeys)[number]
type Search = RatingFilter & Page & { sort?: SortKey | undefined; order?: 'asc' | 'desc' | undefined }

/** Returns a page of the ratings, latest first by default, and the total number. */
export async function searchRatings(
  db: Db,
  { limit, offset = 0, search, sort = 'updatedAt', order = defaultOrders[sort], ...filter }: Search,
): Promise<{ rows: AdminRatingRow[]; total: number }> {
  const isOfAll = filter.userId === undefined && filter.restaurantId === undefined
  const term = foldCase(search?.trim() ?? '')
  if (term && isOfAll) return searchAll(db, term, { limit, offset, sort, order, ...filter })
  if (!term && isIndexed(sort)) {
    const rows = await listAdminRatingRows(db, filter, { sort, order, limit, offset })
    return { rows, total: await countAdminRatings(db, filter) }
  }
  if (!term && isOfAll && !isIndexed(sort)) {
    const groups = await readGroups(db, sort, filter)
    const key = sort === 'user' ? 'userIds' : 'restaurantIds'
    const read = ({ ids }: Group, page: { limit: number; offset: number }) =>
      listAdminRatingRows(db, { ...filter, [key]: ids }, { sort: 'updatedAt', order: 'desc', ...page })
    const rows = await readPage(order === 'asc' ? groups : groups.toReversed(), read, offset, limit)
    return { rows, total: await countAdminRatings(db, filter) }
  }
  // The ratings of one user or one restaurant are few enough to be filtered and sorted here.
  const indexed = isIndexed(sort) ? { sort, order } : latestFirst
  const found = (await listAdminRatingRows(db, filter, indexed)).filter(matcherOf(term))
  const rows = isIndexed(sort) ? found : sortedBy(found, order, sortKeyOf(found, sort))
  return { rows: rows.slice(offset, endOf(offset, limit)), total: found.length }
}

type IndexedSort = 'updatedAt' | 'value'
const isIndexed = (sort: SortKey): sort is IndexedSort => sort === 'updatedAt' || sort === 'value'
const latestFirst = { sort: 'updatedAt', order: 'desc' } as const
const endOf = (offset: number, limit: number | undefined) =>
  limit === undefined ? undefined : offset + limit

async function searchAll(
  given: Db,
  term: string,
  page: { sort: SortKey; order: 'asc' | 'desc'; limit: number | undefined; offset: number } & RatingFilter,
): Promise<{ rows: AdminRatingRow[]; total: number }> {
  const db = given.withPlugin(new YieldBetweenStatements())
  const { sort, order, offset } = page
  const { total, ...found } = await find(db, term, page.campusCode)
  if (total <= offset) return { rows: [], total }
  if (!isIndexed(sort)) {
    const all = await readRows(db, await listFoundIds(db, found, { ...latestFirst, limit: total, offset: 0 }))
    const rows = sortedBy(all, order, sortKeyOf(all, sort))
    return { rows: rows.slice(offset, endOf(offset, page.limit)), total }
  }
  const limit = page.limit ?? total
  const ids =
    (await scanForPage(db, { ...found, total }, { sort, order, offset, limit })) ??
    (await listFoundIds(db, found, { sort, order, offset, limit }))
  return { rows: await readRows(db, ids), total }
}

type IndexedPage = { sort: IndexedSort; order: 'asc' | 'desc'; offset: number; limit: number }

/**
 * Finds the ids of a page by going through all ratings in their order, which is fast if many of them match. Returns
 * undefined once it is faster to collect the matching ratings.
 */
async function scanForPage(
  db: Db,
  found: Found & { total: number },
  { sort, order, offset, limit }: IndexedPage,
): Promise<number[] | undefined> {
  const { total } = found
  const end = offset + limit
  if (end > total) return undefined
  const ids = new Set<number>()
  for (let from = 0, size = 2_000; from < total; from += size, size = Math.min(2 * size, 20_000)) {
    const some = await listFoundIdsAmong(db, found, { sort, order, offset: from, limit: size })
    for (const id of some) ids.add(id)
    if (ids.size >= end) return [...ids].slice(offset, end)
  }
  return undefined
}

// Database engines fold and order letters differently, so their matches are checked again here. Independent queries are
// sent together, so that PostgreSQL runs them in parallel.
async function find(
  db: Db,
  term: string,
  campusCode: string | undefined,
): Promise<Found & { total: number }> {
  const has = textMatcher(term)
  const [peopleLike, placesLike, comments] = await Promise.all([
    listUsersLike(db, foldSearch(term)),
    listRestaurantsLike(db, foldSearch(term), campusCode),
    isExactInSql(term) ? [] : listCommentsLike(db, term),
  ])
  const users = peopleLike.filter(user => has([fullName(user), user.email]))
  const restaurants = placesLike.filter(({ name }) => has([name]))
  const found: Found = {
    userIds: users.map(({ id }) => id),
    restaurantIds: restaurants.map(({ id }) => id),
    inComments: isExactInSql(term)
      ? { term }
      : { ratingIds: comments.filter(({ comment }) => hasWords(comment, term)).map(({ id }) => id) },
    campusCode,
  }
  const ofRestaurants = restaurants.reduce((sum, { ratingCount }) => sum + ratingCount, 0)
  return { ...found, total: await countFound(db, found, ofRestaurants) }
}

const batchSize = 1_000

async function readRows(db: Db, ids: readonly number[]): Promise<AdminRatingRow[]> {
  const rows = new Map<number, AdminRatingRow>()
  for (let start = 0; start < ids.length; start += batchSize) {
    const some = await listAdminRatingRows(db, { ids: ids.slice(start, start + batchSize) }, latestFirst)
    for (const row of some) rows.set(row.id, row)
  }
  return ids.flatMap(id => rows.get(id) ?? [])
}

function matcherOf(term: string): (row: AdminRatingRow) => boolean {
  const has = textMatcher(term)
  return row => has([fullName(row), row.email, row.restaurantName]) || hasWords(row.comment, term)
}

// Comments are compared with their accents: removing those in the database would take twice as long.
const hasWords = (comment: string | null, term: string) =>
  comment !== null && foldCase(comment).includes(term)

type Group = { name: string; ids: number[]; count: number }

/**
 * The users, restaurants or campuses that ratings are sorted by, in this order, with their numbers of ratings: this way
 * a page among a million ratings is found without reading them all. Equal names form one group.
 */
async function readGroups(
  db: Db,
  sort: 'user' | 'restaurant' | 'campusCode',
  { campusCode }: RatingFilter,
): Promise<Group[]> {
  const parts: { id: number; name: string; count: number }[] =
    sort === 'user'
      ? (await countByUser(db, campusCode)).map(user => ({ ...user, name: fullName(user) }))
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

function sortKeyOf(
  rows: AdminRatingRow[],
  sort: Exclude<SortKey, IndexedSort>,
): (row: AdminRatingRow) => number {
  // Sort the names once rather than comparing them for each rating.
  const textOf = textKeys[sort]
  const names = [...new Set(rows.map(textOf))].sort(compareNames)
  const places = new Map(names.map((name, place) => [name, place]))
  return row => places.get(textOf(row)) ?? 0
}

const textKeys = {
  user: fullName,
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

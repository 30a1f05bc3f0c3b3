import { compareNames } from '#kit/rules/texts/names.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { foldCase, isEmptySearch } from '#kit/rules/texts/search.ts'
import { trimText } from '#kit/rules/texts/text.ts'
import { noLimit } from '#kit/server/database/batches.ts'
import type { Db } from '#kit/server/database/schema.ts'
import { type Page, textMatcher } from '#kit/server/http/paging.ts'
import type { ratingSortKeys } from '../admin-ratings-contract.ts'
import {
  type AdminRatingRow,
  countRatings,
  countRatingsBy,
  listRatingPage,
  type RatingFilter,
  type RatingMatches,
  type RatingOrder,
  type RatingSearch,
} from './rating-queries.ts'

type SortKey = (typeof ratingSortKeys)[number]
type Search = RatingFilter & Page & { sort?: SortKey; order?: 'asc' | 'desc' }
type Names = Awaited<ReturnType<typeof listNames>>

/** Returns a page of the ratings, latest first by default, and the total number. */
export async function searchRatings(
  db: Db,
  { limit, offset = 0, search = '', sort = 'updatedAt', order = defaultOrders[sort], ...filter }: Search,
): Promise<{ rows: AdminRatingRow[]; total: number }> {
  const page = { offset, limit: limit ?? noLimit }
  const isByName = sort !== 'updatedAt' && sort !== 'value'
  const names = isByName || !isEmptySearch(search) ? await listNames(db) : undefined
  const matches = names && !isEmptySearch(search) ? await matchesOf(db, names, trimText(search)) : undefined
  const found = { ...filter, matches }
  if (names && isByName) return pageByName(db, found, rankedBy(names, sort), { ...page, order })
  const total = await countRatings(db, found)
  if (total <= offset) return { rows: [], total }
  const isNarrow = Object.values(found).some(value => value !== undefined)
  const areFew = isNarrow && total < 10 * (page.offset + page.limit)
  const by = sort === 'value' ? 'value' : 'updatedAt'
  return { rows: await listRatingPage(db, found, { by, order }, { ...page, areFew }), total }
}

/** All names that a search may match, and that ratings are sorted by. */
async function listNames(db: Db) {
  const [users, restaurants] = await Promise.all([
    db.selectFrom('users').select(['id', 'firstName', 'lastName', 'email']).execute(),
    db.selectFrom('restaurants').select(['id', 'name', 'campusCode']).execute(),
  ])
  return { users, restaurants }
}

/** First counts by name, so that only the ratings of those on the page are sorted. */
async function pageByName(
  db: Db,
  found: RatingSearch,
  { column, ranks }: { column: 'userId' | 'restaurantId'; ranks: Map<number, number> },
  { limit, offset, order }: { limit: number; offset: number; order: 'asc' | 'desc' },
): Promise<{ rows: AdminRatingRow[]; total: number }> {
  const counts = await countRatingsBy(db, found, column)
  const groups = [...Map.groupBy(counts.keys(), id => ranks.get(id) ?? 0)]
    .map(([rank, ids]) => ({ rank, ids, count: ids.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0) }))
    .sort((a, b) => (order === 'asc' ? a.rank - b.rank : b.rank - a.rank))
  const [onPage, skipped]: [typeof groups, { count: number }[]] = [[], []]
  let total = 0
  for (const group of groups) {
    if (total + group.count <= offset) skipped.push(group)
    else if (total < offset + limit) onPage.push(group)
    total += group.count
  }
  if (onPage.length === 0) return { rows: [], total }
  const among = { column, ids: onPage.flatMap(({ ids }) => ids) }
  const pairs = onPage.flatMap(({ rank, ids }) => ids.map((id): [number, number] => [id, rank]))
  const sorted: RatingOrder =
    onPage.length === 1 ? { by: 'updatedAt', order: 'desc' } : { by: { column, ranks: pairs }, order }
  const rest = offset - skipped.reduce((sum, { count }) => sum + count, 0)
  const areFew = onPage.length > 1 || (onPage[0]?.count ?? 0) < 10 * (rest + limit)
  return {
    rows: await listRatingPage(db, { ...found, among }, sorted, { limit, offset: rest, areFew }),
    total,
  }
}

/** Returns undefined if all ratings match, for example by the domain of the emails. */
async function matchesOf(
  db: Db,
  { users, restaurants }: Names,
  search: string,
): Promise<RatingMatches | undefined> {
  const has = textMatcher(search)
  const matching = users.filter(user => has([fullName(user), user.email]))
  if (matching.length === users.length) return undefined
  return {
    userIds: matching.map(({ id }) => id),
    restaurantIds: restaurants.filter(({ name }) => has([name])).map(({ id }) => id),
    ratingIds: await listIdsByComment(db, foldComment(search)),
  }
}

/** Comments are compared here, because engines fold letters differently. Their accents count. */
async function listIdsByComment(db: Db, term: string): Promise<number[]> {
  const commented = db.selectFrom('ratings').select(['id', 'comment']).where('comment', 'is not', null)
  const found = (await commented.execute()).filter(({ comment }) => foldComment(comment ?? '').includes(term))
  return found.map(({ id }) => id)
}

/** Composed: keyboards and programs write the same accent in two ways. */
const foldComment = (text: string) => foldCase(text).normalize('NFC')

/** Names are sorted here, because engines order letters differently. */
function rankedBy({ users, restaurants }: Names, sort: 'user' | 'restaurant' | 'campusCode') {
  if (sort === 'user') return { column: 'userId' as const, ranks: ranksOf(users, fullName) }
  const ranks = ranksOf(restaurants, sort === 'restaurant' ? nameOf : campusOf)
  return { column: 'restaurantId' as const, ranks }
}

const nameOf = ({ name }: Names['restaurants'][number]) => name
const campusOf = ({ campusCode }: Names['restaurants'][number]) => campusCode

function ranksOf<Row extends { id: number }>(
  rows: readonly Row[],
  textOf: (row: Row) => string,
): Map<number, number> {
  const texts = [...new Set(rows.map(textOf))].sort(compareNames)
  const ranks = new Map(texts.map((text, rank) => [text, rank]))
  return new Map(rows.map(row => [row.id, ranks.get(textOf(row)) ?? 0]))
}

const defaultOrders: Record<SortKey, 'asc' | 'desc'> = {
  updatedAt: 'desc',
  value: 'desc',
  user: 'asc',
  restaurant: 'asc',
  campusCode: 'asc',
}

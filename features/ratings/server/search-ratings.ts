import { type SqlBool, sql } from 'kysely'
import { compareNames } from '#kit/rules/texts/names.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { foldCase, isEmptySearch } from '#kit/rules/texts/search.ts'
import { trimText } from '#kit/rules/texts/text.ts'
import { noLimit } from '#kit/server/database/batches.ts'
import { countRows } from '#kit/server/database/count-rows.ts'
import { idPairs, scannedIn } from '#kit/server/database/id-list.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { type Page, textMatcher } from '#kit/server/http/paging.ts'
import type { ratingSortKeys } from '../admin-ratings-contract.ts'

/*
 * Users, restaurants and comments are few, so their texts are compared here; the ratings themselves are counted and
 * listed by one condition.
 */

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
  const total = await countRows(db.selectFrom('ratings').where(conditionOf(db, found)))
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
  const onPage: typeof groups = []
  let [total, rest] = [0, offset]
  for (const group of groups) {
    if (total + group.count <= offset) rest -= group.count
    else if (total < offset + limit) onPage.push(group)
    total += group.count
  }
  if (onPage.length === 0) return { rows: [], total }
  const among = { column, ids: onPage.flatMap(({ ids }) => ids) }
  const pairs = onPage.flatMap(({ rank, ids }) => ids.map((id): [number, number] => [id, rank]))
  const sorted: RatingOrder =
    onPage.length === 1 ? { by: 'updatedAt', order: 'desc' } : { by: { column, ranks: pairs }, order }
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
  const ranks = ranksOf(restaurants, ({ name, campusCode }) => (sort === 'restaurant' ? name : campusCode))
  return { column: 'restaurantId' as const, ranks }
}

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

export type AdminRatingRow = Row<'ratings'> &
  Pick<Row<'users'>, 'firstName' | 'lastName' | 'department' | 'email'> &
  Pick<Row<'restaurants'>, 'address' | 'campusCode'> & { restaurantName: string }

/** The ratings by these users, of these restaurants, or with these ids. */
type RatingMatches = { userIds: number[]; restaurantIds: number[]; ratingIds: number[] }

type RatingFilter = { userId?: number; restaurantId?: number; campusCode?: string }

/** The ratings that match, of all or of these users or restaurants. */
type RatingSearch = RatingFilter & {
  matches?: RatingMatches
  among?: { column: 'userId' | 'restaurantId'; ids: number[] } | undefined
}

/** How many ratings each user, or each restaurant, has among those that match. */
async function countRatingsBy(
  db: Db,
  search: RatingSearch,
  column: 'userId' | 'restaurantId',
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select ${sql.ref(column)} as "id", count(*) as "count" from "ratings"
    where ${conditionOf(db, search)} group by ${sql.ref(column)}`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** By a column of the ratings, or by ranks of their users or restaurants, the latest first among equal ranks. */
type RatingOrder = {
  by: 'updatedAt' | 'value' | { column: 'userId' | 'restaurantId'; ranks: [id: number, rank: number][] }
  order: 'asc' | 'desc'
}

/**
 * A page of the ratings that match. If these are few, they are collected and then sorted; otherwise it is
 * faster to go through all ratings in order until the page is full.
 */
export async function listRatingPage(
  db: Db,
  search: RatingSearch,
  { by, order }: RatingOrder,
  { limit, offset, areFew }: { limit: number; offset: number; areFew: boolean },
): Promise<AdminRatingRow[]> {
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const byName = typeof by !== 'string'
  const { rows } = await sql<AdminRatingRow>`
    with "found" as ${areFew ? sql`materialized` : sql`not materialized`} (
      select "id", "userId", "restaurantId", "value", "updatedAt" from "ratings"
      where ${conditionOf(db, search)}
    ),
    "page" as materialized (
      select "id", ${byName ? sql`"after"` : sql.ref(by)} as "rank" from "found"
      ${byName ? sql`join ${idPairs(db, by.ranks)} as "ranks" on "before" = ${sql.ref(by.column)}` : sql``}
      order by "rank" ${direction}, ${byName ? sql`"updatedAt" desc,` : sql``} "id" desc
      limit ${limit} offset ${offset}
    )
    select "ratings".*, "firstName", "lastName", "department", "email", "restaurants"."name" as "restaurantName",
      "restaurants"."address", "restaurants"."campusCode"
    from "page" join "ratings" on "ratings"."id" = "page"."id"
      join "users" on "users"."id" = "userId" join "restaurants" on "restaurants"."id" = "restaurantId"
    order by "rank" ${direction}, ${byName ? sql`"ratings"."updatedAt" desc,` : sql``} "ratings"."id" desc`.execute(
    db,
  )
  return rows
}

function conditionOf(db: Db, { userId, restaurantId, campusCode, matches, among }: RatingSearch) {
  const all = [sql<SqlBool>`1 = 1`]
  if (userId !== undefined) all.push(sql`"userId" = ${userId}`)
  if (restaurantId !== undefined) all.push(sql`"restaurantId" = ${restaurantId}`)
  if (campusCode !== undefined)
    all.push(sql`"restaurantId" in (select "id" from "restaurants" where "campusCode" = ${campusCode})`)
  if (among) all.push(scannedIn(db, among.column, among.ids))
  if (matches) {
    const { restaurantIds, userIds, ratingIds } = matches
    const lists = [
      ...(restaurantIds.length > 0 ? [scannedIn(db, 'restaurantId', restaurantIds)] : []),
      ...(userIds.length > 0 ? [scannedIn(db, 'userId', userIds)] : []),
      scannedIn(db, 'id', ratingIds),
    ]
    all.push(sql`(${sql.join(lists, sql` or `)})`)
  }
  return sql<SqlBool>`${sql.join(all, sql` and `)}`
}

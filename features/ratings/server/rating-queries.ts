import { type SqlBool, sql } from 'kysely'
import { idPairs, scannedIn } from '#kit/server/database/id-list.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'

/*
 * The search in the ratings. Users, restaurants and comments are few, so their texts are compared by the caller; the
 * ratings themselves are counted and listed here, by one condition.
 */

export type AdminRatingRow = Row<'ratings'> & {
  firstName: string
  lastName: string
  department: string
  email: string
  restaurantName: string
  address: string
  campusCode: string
}

/** The ratings by these users, of these restaurants, or with these ids. */
export type RatingMatches = { userIds: number[]; restaurantIds: number[]; ratingIds: number[] }

export type RatingFilter = {
  userId?: number
  restaurantId?: number
  campusCode?: string
}

/** The ratings that match, of all or of these users or restaurants. */
export type RatingSearch = RatingFilter & {
  matches?: RatingMatches
  among?: { column: 'userId' | 'restaurantId'; ids: number[] } | undefined
}

export async function countRatings(db: Db, search: RatingSearch): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as "count" from "ratings" where ${conditionOf(db, search)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** How many ratings each user, or each restaurant, has among those that match. */
export async function countRatingsBy(
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
export type RatingOrder = {
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
  return sql.join(all, sql` and `)
}

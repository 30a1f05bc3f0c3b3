import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { containsText, mayContainText } from '#server/database/contains-text.ts'
import { countRows } from '#server/database/count-rows.ts'
import { engineOf } from '#server/database/dialect.ts'
import { indexedIn, scannedIn } from '#server/database/id-list.ts'
import type { Db } from '#server/database/schema.ts'
import { countAdminRatings } from './admin-ratings-store.ts'

/*
 * Searches in up to a million ratings: first finds the users, restaurants and comments that match, then their
 * ratings by index. Terms for names are folded by `foldSearch`, terms for comments by `foldCase`. The listed
 * rows may contain the term but need not (see `containsText`), so the caller checks them again.
 */

export async function listUsersLike(db: Db, term: string) {
  return db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'email'])
    .where(eb =>
      eb.or([
        mayContainText(db, sql`"firstName" || ' ' || "lastName"`, term),
        mayContainText(db, sql.ref('email'), term),
      ]),
    )
    .execute()
}

export async function listRestaurantsLike(db: Db, term: string, campusCode: string | undefined) {
  let query = db
    .selectFrom('restaurants')
    .select(['id', 'name', 'ratingCount'])
    .where(mayContainText(db, sql.ref('name'), term))
  if (campusCode !== undefined) query = query.where('campusCode', '=', campusCode)
  return query.execute()
}

export async function listCommentsLike(db: Db, term: string) {
  return commented(db)
    .select(['id', 'comment'])
    .where(containsText(db, sql.ref('comment'), term))
    .execute()
}

/**
 * The matches of a search: all ratings by these users, of these restaurants, or with a comment that contains
 * a term or is one of the given ratings'. Optionally only near one campus.
 */
export type Found = {
  userIds: number[]
  restaurantIds: number[]
  inComments: { term: string } | { ratingIds: number[] }
  campusCode: string | undefined
}

// The ratings of this many users, about a hundred thousand, take SQLite a few milliseconds.
const userBatchSize = 200

// Up to this many ratings, checking each one is faster than searching all comments.
const maxRatingsToScan = 5_000

/** Counts the matching ratings. Those of the matching restaurants, `ofRestaurants`, are known from the tallies. */
export async function countFound(db: Db, found: Found, ofRestaurants: number): Promise<number> {
  const others = found.userIds.length > 0 ? await listOtherUserIds(db, found) : []
  if (found.userIds.length <= others.length) {
    const counts = [countRows(byComment(db, found)), countPersonByPerson(db, found)]
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, ofRestaurants)
  }
  // Most users match, for example by the domain of their emails: the ratings of the others are faster to count.
  const theirs = { ...found, userIds: others }
  const [all, byOthers] = await Promise.all([
    countAdminRatings(db, { campusCode: found.campusCode }),
    countPersonByPerson(db, theirs),
  ])
  const inComments =
    byOthers < maxRatingsToScan ? byPerson(db, theirs).where(hasInComment(db, found)) : byComment(db, found)
  return all - byOthers + (byOthers > 0 ? await countRows(inComments) : 0)
}

async function listOtherUserIds(db: Db, { userIds }: Found): Promise<number[]> {
  const others = db
    .selectFrom('users')
    .select('id')
    .where(eb => eb.not(scannedIn(db, 'id', userIds)))
  return (await others.execute()).map(({ id }) => id)
}

async function countPersonByPerson(db: Db, found: Found): Promise<number> {
  let total = 0
  for (let start = 0; start < found.userIds.length; start += userBatchSize) {
    const userIds = found.userIds.slice(start, start + userBatchSize)
    total += await countRows(byPerson(db, { ...found, userIds }))
  }
  return total
}

type Order = { sort: 'updatedAt' | 'value'; order: 'asc' | 'desc' }
type PageRange = { limit: number; offset: number }

/** The ids of the matching ratings, in order of time or stars. Collects all matches before sorting them. */
export async function listFoundIds(
  db: Db,
  found: Found,
  { sort, order, limit, offset }: Order & PageRange,
): Promise<number[]> {
  const of = (query: ReturnType<typeof byPerson>) => query.select(['id', sort])
  const rows = await db
    .with(
      // Otherwise SQLite scans all ratings in sort order.
      cte => cte('found').materialized(),
      () =>
        of(byRestaurant(db, found))
          .unionAll(of(byPerson(db, found)))
          .unionAll(of(byComment(db, found))),
    )
    .selectFrom('found')
    .select('id')
    .orderBy(sort, order)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ id }) => id)
}

/** The ids of the matching ratings within one section (`offset` and `limit`) of all ratings in this order. */
export async function listFoundIdsAmong(
  db: Db,
  found: Found,
  { sort, order, limit, offset }: Order & PageRange,
): Promise<number[]> {
  const section = db
    .selectFrom('ratings')
    .select(['id', 'userId', 'restaurantId', 'comment', sort])
    .orderBy(sort, order)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
  const rows = await db
    .selectFrom(section.as('section'))
    .select('id')
    .where(eb =>
      eb.or([
        scannedIn(db, 'restaurantId', found.restaurantIds),
        eb.and([nearCampus(found), eb.or([scannedIn(db, 'userId', found.userIds), hasInComment(db, found)])]),
      ]),
    )
    .orderBy(sort, order)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

const byRestaurant = (db: Db, { restaurantIds }: Found) =>
  db.selectFrom('ratings').where(indexedIn(db, 'restaurantId', restaurantIds))

const byPerson = (db: Db, found: Found) =>
  ratingsOfOtherRestaurants(db, found).where(indexedIn(db, 'userId', found.userIds))

function byComment(db: Db, found: Found) {
  const { userIds } = found
  // The order matters, because SQLite evaluates conditions as written: comparing a text is faster than
  // searching a list of ids, and there are fewer users than restaurants.
  const having = commented(db).where(hasInComment(db, found))
  const byOthers =
    userIds.length === 0 ? having : having.where(eb => eb.not(scannedIn(db, 'userId', userIds)))
  return ratingsOfOtherRestaurants(db, found, byOthers)
}

const hasInComment = (db: Db, { inComments }: Found): RawBuilder<SqlBool> =>
  'term' in inComments
    ? containsText(db, sql.ref('comment'), inComments.term)
    : scannedIn(db, 'id', inComments.ratingIds)

/**
 * The ratings that have a comment. PostgreSQL can't index long comments, so ratings with long ones have an
 * index of their own; for all others, the index `ratings_comments` contains everything that a count needs.
 */
function commented(db: Db) {
  const all = db.selectFrom('ratings').where('comment', 'is not', null)
  if (engineOf(db) === 'sqlite') return all
  const some = all.select(['id', 'userId', 'restaurantId', 'comment', 'value', 'updatedAt'])
  const short = some.where(sql<SqlBool>`octet_length("comment") <= 2000`)
  const long = some.where(sql<SqlBool>`octet_length("comment") > 2000`)
  return db.selectFrom(short.unionAll(long).as('ratings')) as unknown as typeof all
}

/** The ratings of restaurants other than those that match by name. */
function ratingsOfOtherRestaurants(db: Db, found: Found, ratings = db.selectFrom('ratings')) {
  const { restaurantIds } = found
  const query = ratings.where(nearCampus(found))
  return restaurantIds.length === 0
    ? query
    : query.where(eb => eb.not(scannedIn(db, 'restaurantId', restaurantIds)))
}

const nearCampus = ({ campusCode }: Found): RawBuilder<SqlBool> =>
  campusCode === undefined
    ? sql`1 = 1`
    : sql`"restaurantId" in (select "id" from "restaurants" where "campusCode" = ${campusCode})`

import { type ExpressionBuilder, sql } from 'kysely'
import type { Database, Db } from '#kit/server/database/schema.ts'

type Place = { id: number; name: string; address: string; campusCode: string }
type RatedPlace = Place & { ratingCount: number; ratingSum: number }

/** The number and sum of all ratings of enabled places. */
export async function sumRatings(db: Db): Promise<{ count: number; sum: number }> {
  const { count, sum } = await db
    .selectFrom('restaurants')
    .select(eb => [
      eb.fn.sum<number | null>('ratingCount').as('count'),
      eb.fn.sum<number | null>('ratingSum').as('sum'),
    ])
    .where('disabled', '=', false)
    .executeTakeFirstOrThrow()
  return { count: count ?? 0, sum: sum ?? 0 }
}

/**
 * The best-rated places. Each is credited with `added` extra ratings of value `usual`, so that a place with
 * only a few good ratings doesn't win.
 */
export async function listMostLoved(
  db: Db,
  { added, usual, limit }: { added: number; usual: number; limit: number },
): Promise<RatedPlace[]> {
  const weighted = sql`("ratingSum" + ${sql.lit(added * usual)}) * 1.0 / ("ratingCount" + ${sql.lit(added)})`
  return rated(db, 1)
    .orderBy(weighted, 'desc')
    .orderBy('ratingCount', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/**
 * The places with the most divided opinions, among those with
 * at least `minRatings` ratings, with the variance of their ratings.
 */
export async function listMostDisputed(
  db: Db,
  { minRatings, limit }: { minRatings: number; limit: number },
): Promise<(RatedPlace & { variance: number })[]> {
  const mean = sql`("ratingSum" * 1.0 / "ratingCount")`
  const variance = sql<number>`"ratingSquares" * 1.0 / "ratingCount" - ${mean} * ${mean}`
  return rated(db, minRatings)
    .select(variance.as('variance'))
    .where(variance, '>', 0)
    .orderBy('variance', 'desc')
    .orderBy('ratingCount', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

const rated = (db: Db, minRatings: number) =>
  db
    .selectFrom('restaurants')
    .select(['id', 'name', 'address', 'campusCode', 'ratingCount', 'ratingSum'])
    .where('disabled', '=', false)
    .where('ratingCount', '>=', minRatings)

/** The places with the most visits since a day, among those that at least `people` people visited. */
export async function listMostVisited(
  db: Db,
  { since, people, limit }: { since: string; people: number; limit: number },
): Promise<(Place & { visits: number })[]> {
  const ofPeople = db
    // Otherwise SQLite scans all visits ever made, in the order of the groups.
    .with(
      cte => cte('recent').materialized(),
      cte => cte.selectFrom('visits').select(['restaurantId', 'userId']).where('date', '>=', since),
    )
    .selectFrom('recent')
    .select(eb => ['restaurantId', eb.fn.countAll<number>().as('count')])
    .groupBy(['restaurantId', 'userId'])
  const visited = db
    .selectFrom(ofPeople.as('ofPeople'))
    .select(eb => ['restaurantId', eb.fn.sum<number>('count').as('visits')])
    .groupBy('restaurantId')
    .having(eb => eb.fn.countAll<number>(), '>=', people)
  return db
    .selectFrom('restaurants')
    .innerJoin(visited.as('visited'), 'visited.restaurantId', 'restaurants.id')
    .select(['id', 'name', 'address', 'campusCode', 'visits'])
    .where('disabled', '=', false)
    .orderBy('visits', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/**
 * The places that were neither added nor rated since a time,
 * longest unrated first. `total` is the number of all such places.
 */
export async function listLongUnrated(
  db: Db,
  { since, limit }: { since: string; limit: number },
): Promise<(Place & { lastRatedAt: string | null; total: number })[]> {
  const lastRatedAt = (eb: ExpressionBuilder<Database, 'restaurants'>) =>
    eb
      .selectFrom('ratings')
      .select(last => last.fn.max('updatedAt').as('time'))
      .whereRef('ratings.restaurantId', '=', 'restaurants.id')
      .$asScalar()
  return (
    db
      .selectFrom('restaurants')
      .select(['id', 'name', 'address', 'campusCode', sql<number>`count(*) over ()`.as('total')])
      .select(eb => lastRatedAt(eb).as('lastRatedAt'))
      .where('disabled', '=', false)
      .where('createdAt', '<', since)
      // Most places have been rated since: finding one such rating is faster than finding the latest of all.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('ratings')
              .select('ratings.id')
              .whereRef('ratings.restaurantId', '=', 'restaurants.id')
              .where('ratings.updatedAt', '>=', since),
          ),
        ),
      )
      .orderBy(eb => eb.fn.coalesce(lastRatedAt(eb), 'createdAt'))
      .orderBy('id')
      .limit(limit)
      .execute()
  )
}

/** The places that were added since a time, latest first. `total` is the number of all such places. */
export async function listNewPlaces(
  db: Db,
  { since, limit }: { since: string; limit: number },
): Promise<(RatedPlace & { createdAt: string; total: number })[]> {
  return rated(db, 0)
    .select(['createdAt', sql<number>`count(*) over ()`.as('total')])
    .where('createdAt', '>=', since)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

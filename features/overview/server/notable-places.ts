import { type ExpressionBuilder, sql } from 'kysely'
import { average } from '#kit/rules/stars.ts'
import { addDays } from '#kit/rules/time/zoned-time.ts'
import type { Database, Db } from '#kit/server/database/schema.ts'
import type { Overview } from '../contract.ts'
import { minPeopleShown, period } from './count-activity.ts'

const maxListed = 5
/** Extra ratings of the usual value for each place in the list of the most loved, so that few ratings weigh less. */
const addedRatings = 5
const minRatingsForDispute = 5

/** The enabled places that stand out, in lists of at most five. */
export async function listNotable(
  db: Db,
  { today, since }: { today: string; since: (days: number) => string },
): Promise<Overview['lists']> {
  const all = await db
    .selectFrom('restaurants')
    .select(eb => [
      eb.fn.sum<number | null>('ratingCount').as('count'),
      eb.fn.sum<number | null>('ratingSum').as('sum'),
    ])
    .where('disabled', '=', false)
    .executeTakeFirstOrThrow()
  const [count, sum] = [all.count ?? 0, all.sum ?? 0]
  const longUnrated = await listLongUnrated(db, since(182))
  const newcomers = await rated(db, 0)
    .select(['createdAt', sql<number>`count(*) over ()`.as('total')])
    .where('createdAt', '>=', since(60))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute()
  const loved = await listMostLoved(db, { added: addedRatings, usual: count === 0 ? 0 : sum / count })
  const disputed = await listMostDisputed(db)
  return {
    mostLoved: { usual: average(sum, count), places: loved.map(withAverage) },
    mostDisputed: disputed.map(({ variance, ...place }) => ({
      ...withAverage(place),
      spread: Math.round(Math.sqrt(variance) * 10) / 10,
    })),
    mostVisited: await listMostVisited(db, addDays(today, 1 - period)),
    longUnrated: {
      total: longUnrated[0]?.total ?? 0,
      places: longUnrated.map(({ total: _, ...place }) => place),
    },
    newcomers: {
      total: newcomers[0]?.total ?? 0,
      places: newcomers.map(({ total: _, ...place }) => withAverage(place)),
    },
  }
}

const withAverage = <P extends { ratingCount: number; ratingSum: number }>({ ratingSum, ...place }: P) => ({
  ...place,
  average: average(ratingSum, place.ratingCount),
})

const rated = (db: Db, minRatings: number) =>
  db
    .selectFrom('restaurants')
    .select(['id', 'name', 'address', 'campusCode', 'ratingCount', 'ratingSum'])
    .where('disabled', '=', false)
    .where('ratingCount', '>=', minRatings)

/**
 * The best-rated places. Each is credited with `added` extra ratings of value `usual`, so that a place with
 * only a few good ratings doesn't win.
 */
export function listMostLoved(db: Db, { added, usual }: { added: number; usual: number }) {
  const weighted = sql`("ratingSum" + ${sql.lit(added * usual)}) * 1.0 / ("ratingCount" + ${sql.lit(added)})`
  return rated(db, 1)
    .orderBy(weighted, 'desc')
    .orderBy('ratingCount', 'desc')
    .orderBy('id')
    .limit(maxListed)
    .execute()
}

/** The places with the most divided opinions, with the variance of their ratings. */
function listMostDisputed(db: Db) {
  const mean = sql`("ratingSum" * 1.0 / "ratingCount")`
  const variance = sql<number>`"ratingSquares" * 1.0 / "ratingCount" - ${mean} * ${mean}`
  return rated(db, minRatingsForDispute)
    .select(variance.as('variance'))
    .where(variance, '>', 0)
    .orderBy('variance', 'desc')
    .orderBy('ratingCount', 'desc')
    .orderBy('id')
    .limit(maxListed)
    .execute()
}

/** The places with the most visits since a day, among those that enough people visited. */
function listMostVisited(db: Db, since: string) {
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
    .having(eb => eb.fn.countAll<number>(), '>=', minPeopleShown)
  return db
    .selectFrom('restaurants')
    .innerJoin(visited.as('visited'), 'visited.restaurantId', 'restaurants.id')
    .select(['id', 'name', 'address', 'campusCode', 'visits'])
    .where('disabled', '=', false)
    .orderBy('visits', 'desc')
    .orderBy('id')
    .limit(maxListed)
    .execute()
}

/**
 * The places that were neither added nor rated since a time,
 * longest unrated first. `total` is the number of all such places.
 */
function listLongUnrated(db: Db, since: string) {
  const lastRatedAt = (eb: ExpressionBuilder<Database, 'restaurants'>) =>
    eb
      .selectFrom('ratings')
      .select(last => last.fn.max<string | null>('updatedAt').as('time'))
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
      .limit(maxListed)
      .execute()
  )
}

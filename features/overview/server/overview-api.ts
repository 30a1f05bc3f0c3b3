import type { FastifyInstance } from 'fastify'
import { type Expression, type SqlBool, sql } from 'kysely'
import { write } from '#features/audit/server/write.ts'
import { describePlace, findDuplicates } from '#features/restaurants/duplicates.ts'
import { getWebsiteCheck, startWebsiteCheck } from '#features/restaurants/websites-contract.ts'
import { isSuperUser } from '#kit/rules/roles.ts'
import { average } from '#kit/rules/stars.ts'
import { addDays, localDate, startOfDay } from '#kit/rules/time/zoned-time.ts'
import { minutes } from '#kit/rules/units.ts'
import { readInBatches } from '#kit/server/database/batches.ts'
import { countRows } from '#kit/server/database/count-rows.ts'
import { YieldBetweenStatements } from '#kit/server/database/drivers/give-way.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { createTtlCache } from '#kit/server/jobs/ttl-cache.ts'
import { getOverview, type Overview } from '../contract.ts'
import { countActivity } from './count-activity.ts'
import { readHealth } from './health.ts'
import { listNotable } from './notable-places.ts'
import { findUnchecked, readWebsiteCheck } from './website-check.ts'

export function overviewApi(app: FastifyInstance, deps: Deps): void {
  const { db, jobs } = deps
  const counts = createTtlCache(1 * minutes, () => countOverview(deps))
  const health = createTtlCache(1 * minutes, () => readHealth(deps))

  serve(app, getOverview, async ({ viewer }) => {
    const counted = await counts.read()
    // Don't cache this, so that the first restaurants show immediately.
    if (counted.isEmpty) counts.invalidate()
    return { ...counted, health: isSuperUser(viewer) ? await health.read() : null }
  })

  serve(app, getWebsiteCheck, async () => readWebsiteCheck(db))

  serve(app, startWebsiteCheck, async call => {
    await write(deps, call, async ({ tx, audit }) => {
      if (await findUnchecked(tx)) throw conflict('The websites are already being checked')
      await tx.deleteFrom('websiteChecks').execute()
      await tx
        .insertInto('websiteChecks')
        .columns(['restaurantId', 'url'])
        .expression(eb =>
          eb
            .selectFrom('restaurants')
            .select('id')
            .select(({ ref }) => ref('websiteUrl').$notNull().as('url'))
            .where('disabled', '=', false)
            .where('websiteUrl', 'is not', null)
            .orderBy('id'),
        )
        // If another request started a check at the same moment, one check is enough.
        .onConflict(conflict => conflict.doNothing())
        .execute()
      await audit('WEBSITES_CHECKED', { count: (await readWebsiteCheck(tx)).count })
    })
    counts.invalidate()
    jobs.websiteCheck.wake()
    return readWebsiteCheck(db)
  })
}

/** The part of the overview that every administrator sees. */
type Counts = Omit<Overview, 'health'>

type CountDeps = Pick<Deps, 'db' | 'now' | 'config'>

/**
 * Counts everything in the database, in statements of some ten milliseconds; several connections work in parallel. All
 * statements read indexes or the few thousand restaurants, never all ratings.
 */
export async function countOverview({ now, config, ...deps }: CountDeps): Promise<Counts> {
  const db = deps.db.withPlugin(new YieldBetweenStatements())
  const today = localDate(now(), config.timeZone)
  const timeOf = (day: string) => startOfDay(day, config.timeZone).toISOString()
  const since = (days: number) => timeOf(addDays(today, -days))
  const [activity, departments, lists, doubles] = await Promise.all([
    countActivity(db, { today, timeOf }),
    listDepartmentActivity(db, since(90)),
    listNotable(db, { today, since }),
    countDuplicates(db),
  ])
  const campuses = await listCampusPlaces(db)
  const places = sumOf(campuses, 'places')
  const websites = await readWebsiteCheck(db)
  return {
    countedAt: now().toISOString(),
    isEmpty: places === 0 && (await countRows(db.selectFrom('restaurants'))) === 0,
    ...activity,
    departments: departments.map(({ name, people, raters, count, sum }) => ({
      name,
      people: people ?? 0,
      raters: raters ?? 0,
      average: average(sum ?? 0, count ?? 0),
      ratingCount: count ?? 0,
    })),
    campuses,
    lists,
    toDo: {
      openingTimes: places - sumOf(campuses, 'openingTimes'),
      position: places - sumOf(campuses, 'position'),
      price: places - sumOf(campuses, 'price'),
      doubles,
      inbox: await countRows(db.selectFrom('suggestions').where('state', '=', 'open')),
      unverified: await countRows(db.selectFrom('users').where('isVerified', '=', false)),
      websitesGone: websites.state === 'Completed' ? websites.gone : null,
    },
  }
}

async function countDuplicates(db: Db): Promise<number> {
  const described: ReturnType<typeof describePlace>[] = []
  type Place = Parameters<typeof describePlace>[0]
  for await (const places of readInBatches<Place>(page => listEnabledPlaces(db, page)))
    described.push(...places.map(describePlace))
  return findDuplicates(described).size
}

/**
 * The departments in order, each with its number of people, how many of them rated since a time, and the count and sum
 * of all their ratings; null if there are none.
 */
function listDepartmentActivity(db: Db, since: string) {
  const people = db
    .selectFrom('users')
    .select(eb => ['department', eb.fn.countAll<number>().as('people')])
    .select(eb =>
      eb.fn
        .countAll<number>()
        .filterWhere(({ exists, selectFrom }) =>
          exists(
            selectFrom('ratings')
              .select('ratings.id')
              .whereRef('ratings.userId', '=', 'users.id')
              .where('ratings.updatedAt', '>=', since),
          ),
        )
        .as('raters'),
    )
    .groupBy('department')
  const tallies = db
    .selectFrom('departmentTallies')
    .select(eb => ['department', eb.fn.sum<number>('ratingCount').as('count')])
    .select(eb => eb.fn.sum<number>('ratingSum').as('sum'))
    .groupBy('department')
  return db
    .selectFrom('departments')
    .leftJoin(people.as('people'), 'people.department', 'departments.name')
    .leftJoin(tallies.as('tallies'), 'tallies.department', 'departments.name')
    .select(['departments.name', 'people.people', 'people.raters', 'tallies.count', 'tallies.sum'])
    .orderBy('departments.position')
    .orderBy('departments.id')
    .execute()
}

/**
 * The campuses in order, each with its number of enabled places, and how many of those have a rating, opening
 * times, a position and a price.
 */
function listCampusPlaces(db: Db) {
  const counted = (condition: Expression<SqlBool>) =>
    sql<number>`count(*) filter (where "restaurants"."id" is not null and ${condition})`
  return db
    .selectFrom('campuses')
    .leftJoin('restaurants', join =>
      join.onRef('restaurants.campusCode', '=', 'campuses.code').on('restaurants.disabled', '=', false),
    )
    .select(['campuses.code', 'campuses.name'])
    .select(eb => [
      eb.fn.count<number>('restaurants.id').as('places'),
      counted(eb('ratingCount', '>', 0)).as('rated'),
      counted(eb('openingTimes', 'is not', null)).as('openingTimes'),
      counted(
        eb.and([eb('restaurants.latitude', 'is not', null), eb('restaurants.longitude', 'is not', null)]),
      ).as('position'),
      counted(eb('price', 'is not', null)).as('price'),
    ])
    .groupBy(['campuses.id', 'campuses.code', 'campuses.name', 'campuses.position'])
    .orderBy('campuses.position')
    .execute()
}

const sumOf = <K extends string>(rows: readonly Record<K, number>[], key: K): number =>
  rows.reduce((sum, row) => sum + row[key], 0)

/** The fields that tell enabled restaurants apart, latest first. */
async function listEnabledPlaces(
  db: Db,
  { limit, last }: { limit: number; last: { id: number } | undefined },
): Promise<Pick<Row<'restaurants'>, 'id' | 'name' | 'address' | 'campusCode' | 'latitude' | 'longitude'>[]> {
  let query = db
    .selectFrom('restaurants')
    .select(['id', 'name', 'address', 'campusCode', 'latitude', 'longitude'])
    .where('disabled', '=', false)
  if (last) query = query.where('id', '<', last.id)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

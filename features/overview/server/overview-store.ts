import { type Expression, type SqlBool, sql } from 'kysely'
import { partsOf } from '#kit/server/database/batches.ts'
import { countRows } from '#kit/server/database/count-rows.ts'
import type { Db } from '#kit/server/database/schema.ts'

/* The figures of the overview. All queries read indexes or the few thousand restaurants, never all ratings. */

/** How many ratings were added between each of these times and the next. */
export const countRatingsBetween = (db: Db, times: readonly string[]): Promise<number[]> =>
  countBetween(db, times, (from, until) =>
    db
      .selectFrom('ratings')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('createdAt', '>=', from)
      .where('createdAt', '<', until),
  )

/** How many lunches left between each of these times and the next, without cancelled ones. */
export const countLunchesBetween = (db: Db, times: readonly string[]): Promise<number[]> =>
  countBetween(db, times, (from, until) =>
    db
      .selectFrom('lunches')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('leavesAt', '>=', from)
      .where('leavesAt', '<', until)
      .where('state', '!=', 'cancelled'),
  )

// Counting two months of a million ratings takes SQLite about ten milliseconds; no statement should take much longer.
const batchSize = 8

async function countBetween(
  db: Db,
  times: readonly string[],
  count: (from: string, until: string) => Expression<{ count: number }>,
): Promise<number[]> {
  const counts = times.slice(1).map((until, i) => sql<number>`(${count(times[i] ?? '', until)})`)
  const counted: number[] = []
  for await (const part of partsOf(counts, batchSize)) {
    const columns = part.map((value, i) => sql`${value} as ${sql.ref(`n${i}`)}`)
    const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)}`.execute(db)
    counted.push(...part.map((_, i) => rows[0]?.[`n${i}`] ?? 0))
  }
  return counted
}

/** How many people were signed in on any day from `from` up to, but not including, `until`. */
export async function countSignedIn(db: Db, from: string, until: string): Promise<number> {
  const { people } = await db
    .selectFrom('signInDays')
    .select(eb => eb.fn.count<number>('userId').distinct().as('people'))
    .where('day', '>=', from)
    .where('day', '<', until)
    .executeTakeFirstOrThrow()
  return people
}

/** The first day for which sign-ins are recorded. */
export async function findFirstSignInDay(db: Db): Promise<string | null> {
  const { day } = await db
    .selectFrom('signInDays')
    .select(eb => eb.fn.min('day').as('day'))
    .executeTakeFirstOrThrow()
  return day
}

/** How many visits there were from `from` up to, but not including, `until`, and by how many people. */
export async function countVisits(
  db: Db,
  from: string,
  until: string,
): Promise<{ visits: number; people: number }> {
  return db
    .selectFrom('visits')
    .select(eb => [
      eb.fn.countAll<number>().as('visits'),
      eb.fn.count<number>('userId').distinct().as('people'),
    ])
    .where('date', '>=', from)
    .where('date', '<', until)
    .executeTakeFirstOrThrow()
}

type CountedDepartment = { name: string; people: number; raters: number; count: number; sum: number }

/**
 * The departments in order, each with its number of people, how many of them rated since a time, and the
 * count and sum of all their ratings.
 */
export async function listDepartmentActivity(db: Db, since: string): Promise<CountedDepartment[]> {
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
    .select('departments.name')
    .select(eb =>
      (['people', 'raters'] as const).map(name =>
        eb.fn.coalesce(eb.ref(`people.${name}`), eb.lit(0)).as(name),
      ),
    )
    .select(eb =>
      (['count', 'sum'] as const).map(name => eb.fn.coalesce(eb.ref(`tallies.${name}`), eb.lit(0)).as(name)),
    )
    .orderBy('departments.position')
    .orderBy('departments.id')
    .execute()
}

type CountedPlaces = {
  code: string
  name: string
  places: number
  rated: number
  openingTimes: number
  position: number
  price: number
}

/**
 * The campuses in order, each with its number of enabled places, and how many of those have a rating, opening
 * times, a position and a price.
 */
export async function listCampusPlaces(db: Db): Promise<CountedPlaces[]> {
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

/** How many accounts have not verified their email address. */
export async function countUnverified(db: Db): Promise<number> {
  return countRows(db.selectFrom('users').where('isVerified', '=', false))
}

import { type Expression, sql } from 'kysely'
import { addDays, weekdayOf } from '#kit/rules/time/zoned-time.ts'
import { partsOf } from '#kit/server/database/batches.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Overview } from '../contract.ts'

/** For privacy, visits by fewer people than this are not shown. */
export const minPeopleShown = 3
/** In days: the last 30 days are compared with the 30 days before. */
export const period = 30
const weekCount = 26

type Days = { today: string; timeOf: (day: string) => string }

/** Counts the activity of each week, and of the last 30 days compared with the 30 days before. */
export async function countActivity(
  db: Db,
  { today, timeOf }: Days,
): Promise<Pick<Overview, 'figures' | 'weeks'>> {
  const monday = addDays(today, -weekdayOf(today))
  const mondays = Array.from({ length: weekCount + 1 }, (_, i) => addDays(monday, 7 * (i + 1 - weekCount)))
  const [first, second, end] = [
    addDays(today, 1 - 2 * period),
    addDays(today, 1 - period),
    addDays(today, 1),
  ] as const
  // Count each rating once, between two neighboring days; weeks and periods are sums of these intervals.
  const days = [...new Set([...mondays, first, second, end])].sort()
  const times = days.map(timeOf)
  const ratings = await countBetween(db, times, (from, until) =>
    db
      .selectFrom('ratings')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('createdAt', '>=', from)
      .where('createdAt', '<', until),
  )
  const lunches = await countBetween(db, times, (from, until) =>
    db
      .selectFrom('lunches')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('leavesAt', '>=', from)
      .where('leavesAt', '<', until)
      .where('state', '!=', 'cancelled'),
  )
  const sum = (counts: readonly number[], from: string, until: string) =>
    counts.slice(days.indexOf(from), days.indexOf(until)).reduce((all, count) => all + count, 0)
  const inPeriods = async (
    count: (from: string, until: string) => number | null | Promise<number | null>,
  ) => ({
    last: await count(second, end),
    before: await count(first, second),
  })
  const { day: knownSince } = await db
    .selectFrom('signInDays')
    .select(eb => eb.fn.min<string | null>('day').as('day'))
    .executeTakeFirstOrThrow()
  return {
    figures: {
      signedIn: await inPeriods((from, until) =>
        knownSince !== null && knownSince < until ? countSignedIn(db, from, until) : null,
      ),
      ratings: await inPeriods((from, until) => sum(ratings, from, until)),
      lunches: await inPeriods((from, until) => sum(lunches, from, until)),
      visits: await inPeriods((from, until) => countVisits(db, from, until)),
    },
    weeks: mondays.slice(0, -1).map((from, i) => {
      const next = mondays[i + 1] ?? from
      return { from, ratings: sum(ratings, from, next), lunches: sum(lunches, from, next) }
    }),
  }
}

// Counting two months of a million ratings takes SQLite about ten milliseconds; no statement should take much longer.
const batchSize = 8

/** Counts between each of these times and the next. */
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
async function countSignedIn(db: Db, from: string, until: string): Promise<number> {
  const { people } = await db
    .selectFrom('signInDays')
    .select(eb => eb.fn.count<number>('userId').distinct().as('people'))
    .where('day', '>=', from)
    .where('day', '<', until)
    .executeTakeFirstOrThrow()
  return people
}

/** Null if so few people visited that one could guess who. */
async function countVisits(db: Db, from: string, until: string): Promise<number | null> {
  const { visits, people } = await db
    .selectFrom('visits')
    .select(eb => [
      eb.fn.countAll<number>().as('visits'),
      eb.fn.count<number>('userId').distinct().as('people'),
    ])
    .where('date', '>=', from)
    .where('date', '<', until)
    .executeTakeFirstOrThrow()
  return people > 0 && people < minPeopleShown ? null : visits
}

import { describePlace, findDuplicates } from '#features/restaurants/duplicates.ts'
import { countRestaurants, listEnabledPlaces } from '#features/restaurants/server/restaurants-store.ts'
import { countSuggestions } from '#features/suggestions/server/suggestions-store.ts'
import { average } from '#kit/rules/stars.ts'
import { addDays, localDate, startOfDay, weekdayOf } from '#kit/rules/time/zoned-time.ts'
import { readInBatches } from '#kit/server/database/batches.ts'
import { YieldBetweenStatements } from '#kit/server/database/drivers/yield-between-statements.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import type { Overview } from '../contract.ts'
import * as notable from './notable-places-store.ts'
import * as store from './overview-store.ts'
import { readWebsiteCheck } from './website-check.ts'

/** The part of the overview that every administrator sees. */
export type Counts = Omit<Overview, 'health'>

type CountDeps = Pick<Deps, 'db' | 'now' | 'config'>

/** For privacy, visits by fewer people than this are not shown. */
const minPeopleShown = 3
const weekCount = 26
/** In days: the last 30 days are compared with the 30 days before. */
const period = 30
const maxListed = 5

/** Counts everything in the database, in statements of some ten milliseconds; several connections work in parallel. */
export async function countOverview({ now, config, ...deps }: CountDeps): Promise<Counts> {
  const db = deps.db.withPlugin(new YieldBetweenStatements())
  const today = localDate(now(), config.timeZone)
  const timeOf = (day: string) => startOfDay(day, config.timeZone).toISOString()
  const since = (days: number) => timeOf(addDays(today, -days))
  const [activity, departments, lists, doubles] = await Promise.all([
    countActivity(db, { today, timeOf }),
    store.listDepartmentActivity(db, since(90)),
    listNotable(db, { today, since }),
    countDuplicates(db),
  ])
  const campuses = await store.listCampusPlaces(db)
  const places = sumOf(campuses, 'places')
  return {
    countedAt: now().toISOString(),
    isEmpty: places === 0 && (await countRestaurants(db, {})) === 0,
    ...activity,
    departments: departments.map(({ count, sum, ...department }) => ({
      ...department,
      average: average(sum, count),
      ratingCount: count,
    })),
    campuses,
    lists,
    toDo: {
      openingTimes: places - sumOf(campuses, 'openingTimes'),
      position: places - sumOf(campuses, 'position'),
      price: places - sumOf(campuses, 'price'),
      doubles,
      inbox: await countSuggestions(db, 'open'),
      unverified: await store.countUnverified(db),
      websitesGone: await countWebsitesGone(db),
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

type Days = { today: string; timeOf: (day: string) => string }

/** Counts the activity of each week, and of the last 30 days compared with the 30 days before. */
async function countActivity(db: Db, { today, timeOf }: Days): Promise<Pick<Overview, 'figures' | 'weeks'>> {
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
  const [ratings, lunches] = [
    await store.countRatingsBetween(db, times),
    await store.countLunchesBetween(db, times),
  ]
  const sum = (counts: readonly number[], from: string, until: string) =>
    counts.slice(days.indexOf(from), days.indexOf(until)).reduce((all, count) => all + count, 0)
  const inPeriods = async (
    count: (from: string, until: string) => number | null | Promise<number | null>,
  ) => ({
    last: await count(second, end),
    before: await count(first, second),
  })
  const knownSince = await store.findFirstSignInDay(db)
  return {
    figures: {
      signedIn: await inPeriods((from, until) =>
        knownSince !== null && knownSince < until ? store.countSignedIn(db, from, until) : null,
      ),
      ratings: await inPeriods((from, until) => sum(ratings, from, until)),
      lunches: await inPeriods((from, until) => sum(lunches, from, until)),
      visits: await inPeriods(async (from, until) => {
        const { visits, people } = await store.countVisits(db, from, until)
        return people > 0 && people < minPeopleShown ? null : visits
      }),
    },
    weeks: mondays.slice(0, -1).map((from, i) => {
      const next = mondays[i + 1] ?? from
      return { from, ratings: sum(ratings, from, next), lunches: sum(lunches, from, next) }
    }),
  }
}

/** Extra ratings of the usual value for each place in the list of the most loved, so that few ratings weigh less. */
const addedRatings = 5
const minRatingsForDispute = 5

async function listNotable(
  db: Db,
  { today, since }: { today: string; since: (days: number) => string },
): Promise<Overview['lists']> {
  const all = await notable.sumRatings(db)
  const usual = all.count === 0 ? 0 : all.sum / all.count
  const limit = maxListed
  const longUnrated = await notable.listLongUnrated(db, { since: since(182), limit })
  const newcomers = await notable.listNewPlaces(db, { since: since(60), limit })
  const loved = await notable.listMostLoved(db, { added: addedRatings, usual, limit })
  const disputed = await notable.listMostDisputed(db, { minRatings: minRatingsForDispute, limit })
  return {
    mostLoved: { usual: average(all.sum, all.count), places: loved.map(withAverage) },
    mostDisputed: disputed.map(({ variance, ...place }) => ({
      ...withAverage(place),
      spread: Math.round(Math.sqrt(variance) * 10) / 10,
    })),
    mostVisited: await notable.listMostVisited(db, {
      since: addDays(today, 1 - period),
      people: minPeopleShown,
      limit,
    }),
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

async function countWebsitesGone(db: Db): Promise<number | null> {
  const { state, gone } = await readWebsiteCheck(db)
  return state === 'Completed' ? gone : null
}

const sumOf = <K extends string>(rows: readonly Record<K, number>[], key: K): number =>
  rows.reduce((sum, row) => sum + row[key], 0)

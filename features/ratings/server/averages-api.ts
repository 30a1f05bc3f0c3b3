import type { FastifyInstance } from 'fastify'
import { requireRestaurant } from '#features/restaurants/server/restaurants-store.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { average } from '#kit/rules/stars.ts'
import { compareNames } from '#kit/rules/texts/names.ts'
import { find, list } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { serve } from '#kit/server/http/serve.ts'
import { cachedReply, serveCached } from '#kit/server/http/serve-cached.ts'
import {
  type BatchPart,
  batchParts,
  batchRatings,
  getAverage,
  getDepartmentStats,
  listAverages,
  type Rating,
} from '../contract.ts'

export function averagesApi(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  serveCached(app, deps, listAverages, async ({ db }) => {
    const tallies = db.selectFrom('restaurants').select(['id as restaurantId', 'ratingCount', 'ratingSum'])
    return (await tallies.orderBy('id').execute()).map(averageRating)
  })

  serve(app, getAverage, async ({ params }) => {
    const { ratingCount, ratingSum } = await requireRestaurant(db, params.id)
    return averageRating({ restaurantId: params.id, ratingCount, ratingSum })
  })

  serve(app, batchRatings, async call => {
    const { body, viewer } = call
    const ids = [...new Set(body.restaurantIds)]
    const requested = new Set(body.include ?? batchParts)
    const own = requested.has('userRatings') && { owner: viewer }
    return cachedReply(
      deps,
      batchRatings,
      call,
      async ({ db }) => ({
        ...(await readAverages(db, ids, requested)),
        userRatings: own ? byPlace(await list(db, 'ratings', { userId: viewer.id, restaurantId: ids })) : {},
      }),
      { ...own },
    )
  })

  serve(app, getDepartmentStats, async ({ params, viewer }) => {
    const { department } = viewer
    await requireRestaurant(db, params.id)
    const tally = await find(db, 'departmentTallies', { restaurantId: params.id, department })
    // All who can rate, each with the id of their rating of the restaurant, if any.
    const members = await db
      .selectFrom('users')
      .leftJoin('ratings', join =>
        join.onRef('ratings.userId', '=', 'users.id').on('ratings.restaurantId', '=', params.id),
      )
      .select(['users.id', 'firstName', 'lastName', 'ratings.id as ratingId'])
      .where('department', '=', department)
      .where('isVerified', '=', true)
      .where('canLogin', '=', true)
      .execute()
    const unrated = members.filter(member => member.ratingId === null).sort(byFullName)
    return {
      department,
      averageRating: tally ? averageOf(tally) : null,
      ratedCount: members.length - unrated.length,
      memberCount: members.length,
      allRated: unrated.length === 0,
      unratedMembers: unrated,
    }
  })
}

type Batch = Reply<typeof batchRatings>
type Tally = Row<'departmentTallies'>
type Sum = Pick<Tally, 'ratingCount' | 'ratingSum'>

const byPlace = (ratings: Rating[]): Batch['userRatings'] =>
  Object.fromEntries(ratings.map(rating => [rating.restaurantId, rating]))

/** The requested parts of a batch that are the same for everyone. */
async function readAverages(
  db: Db,
  ids: number[],
  requested: Set<BatchPart>,
): Promise<Omit<Batch, 'userRatings'>> {
  // All staff is the sum of the departments: with a single statement the averages can't contradict each other.
  const departments = [...byRestaurant(await list(db, 'departmentTallies', { restaurantId: ids }))]
  const allStaff = departments.map(([id, tallies]) => [id, sumOf(tallies)] as const)
  const only = <Part>(part: BatchPart, entries: () => [number, Part][]): Record<string, Part> =>
    requested.has(part) ? Object.fromEntries(entries()) : {}
  return {
    averageRatings: only('averageRatings', () => allStaff.map(([id, sum]) => [id, averageOf(sum)])),
    ratingCounts: only('ratingCounts', () => allStaff.map(([id, { ratingCount }]) => [id, ratingCount])),
    ratingsByDepartment: only('ratingsByDepartment', () =>
      departments.map(([id, tallies]) => [id, tallies.map(departmentAverage)]),
    ),
  }
}

const averageRating = ({ restaurantId, ratingCount, ratingSum }: Omit<Tally, 'department'>) => ({
  restaurantId,
  averageRating: average(ratingSum, ratingCount),
  ratingCount,
})

// A stored tally has ratings, so there is an average.
const averageOf = ({ ratingCount, ratingSum }: Sum): number => average(ratingSum, ratingCount) ?? 0

function sumOf(tallies: Tally[]): Sum {
  const sum = { ratingCount: 0, ratingSum: 0 }
  for (const { ratingCount, ratingSum } of tallies) {
    sum.ratingCount += ratingCount
    sum.ratingSum += ratingSum
  }
  return sum
}

/** The tallies of each restaurant, sorted by department. Department names are user data, never keys of an object. */
function byRestaurant(tallies: Tally[]): Map<number, Tally[]> {
  // Sort the names once rather than for each restaurant.
  const departments = [...Map.groupBy(tallies, tally => tally.department)]
  const sorted = departments.sort(([a], [b]) => compareNames(a, b)).flatMap(([, group]) => group)
  return Map.groupBy(sorted, tally => tally.restaurantId)
}

const departmentAverage = (tally: Tally) => ({
  department: tally.department,
  averageRating: averageOf(tally),
  ratingCount: tally.ratingCount,
})

type Name = { firstName: string; lastName: string }

const byFullName = (a: Name, b: Name) =>
  compareNames(a.firstName, b.firstName) || compareNames(a.lastName, b.lastName)

import type { FastifyInstance } from 'fastify'
import { batchRatings, getAverage, getDepartmentStats, listAverages } from '#contract/ratings.ts'
import { compareNames } from '#domain/compare-names.ts'
import { average } from '#domain/ratings.ts'
import type { Deps } from '#server/deps.ts'
import { expectRestaurant } from '#server/features/restaurants/expect.ts'
import { serve } from '#server/http/serve.ts'
import {
  type DepartmentTally,
  findDepartmentTally,
  listDepartmentTallies,
  listMembers,
  listTallies,
  listTalliesAmong,
  type MemberRow,
  type Tally,
} from './averages-store.ts'
import { listRatingsOfAmong } from './ratings-store.ts'

export function averagesApi(app: FastifyInstance, { db }: Deps): void {
  serve(app, listAverages, async () => (await listTallies(db)).map(averageRating))

  serve(app, getAverage, async ({ params }) => {
    const { ratingCount, ratingSum } = await expectRestaurant(db, params.id)
    return averageRating({ restaurantId: params.id, ratingCount, ratingSum })
  })

  serve(app, batchRatings, async ({ body, viewer }) => {
    const ids = [...new Set(body.restaurantIds)]
    const tallies = await listTalliesAmong(db, ids)
    const own = await listRatingsOfAmong(db, viewer.id, ids)
    const byDepartment = await listDepartmentTallies(db, ids)
    return {
      averageRatings: Object.fromEntries(tallies.map(tally => [tally.restaurantId, averageOf(tally)])),
      ratingCounts: Object.fromEntries(tallies.map(tally => [tally.restaurantId, tally.ratingCount])),
      userRatings: Object.fromEntries(own.map(rating => [rating.restaurantId, rating])),
      ratingsByDepartment: groupByRestaurant(byDepartment),
    }
  })

  serve(app, getDepartmentStats, async ({ params, viewer }) => {
    const { department } = viewer
    await expectRestaurant(db, params.id)
    const tally = await findDepartmentTally(db, params.id, department)
    const members = await listMembers(db, department, params.id)
    const unrated = members.filter(member => member.ratingId === null).sort(byFullName)
    return {
      department,
      averageRating: tally ? averageOf(tally) : null,
      ratedCount: members.length - unrated.length,
      memberCount: members.length,
      allRated: unrated.length === 0,
      unratedMembers: unrated.map(({ id, firstName, lastName }) => ({ id, firstName, lastName })),
    }
  })
}

const averageRating = (tally: Tally) => ({
  restaurantId: tally.restaurantId,
  averageRating: average(tally.ratingSum, tally.ratingCount),
  ratingCount: tally.ratingCount,
})

// A stored tally has ratings, so there is an average.
const averageOf = (tally: Tally): number => average(tally.ratingSum, tally.ratingCount) ?? 0

// The keys are ids only: what a department is called is data, never a key.
function groupByRestaurant(tallies: DepartmentTally[]) {
  // Names are compared once, not once more for each restaurant.
  const names = new Set(tallies.map(tally => tally.department))
  const order = new Map([...names].sort(compareNames).map((name, place) => [name, place]))
  const byPlace = (a: DepartmentTally, b: DepartmentTally) =>
    (order.get(a.department) ?? 0) - (order.get(b.department) ?? 0)
  const groups = Map.groupBy(tallies, tally => tally.restaurantId)
  return Object.fromEntries(
    [...groups].map(([id, group]) => [id, group.sort(byPlace).map(departmentAverage)]),
  )
}

const departmentAverage = (tally: DepartmentTally) => ({
  department: tally.department,
  averageRating: averageOf(tally),
  ratingCount: tally.ratingCount,
})

const byFullName = (a: MemberRow, b: MemberRow) =>
  compareNames(a.firstName, b.firstName) || compareNames(a.lastName, b.lastName)

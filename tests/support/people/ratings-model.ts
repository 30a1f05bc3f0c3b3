import { listAllRatings } from '#features/ratings/admin-ratings-contract.ts'
import {
  batchRatings,
  getAverage,
  getUserRating,
  listAverages,
  listOwnRatings,
  listReviews,
  listUserRatings,
} from '#features/ratings/contract.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import type { TestApp } from '#tests/support/start-app.ts'

type Caller = ReturnType<TestApp['as']>
type Person = Pick<Row<'users'>, 'id' | 'firstName' | 'lastName' | 'department'> & Caller
type Rating = Omit<Row<'ratings'>, 'id' | 'createdAt'> & Partial<Row<'ratings'>>

/** Ratings as a plain list: of these people and places, the only ones that are rated. `updatedAt` only tells their order. */
export type Model = {
  people: Person[]
  places: { id: number; isGone: boolean }[]
  ratings: Rating[]
}

export const find = ({ ratings }: Model, userId: number, restaurantId: number) =>
  ratings.find(one => one.userId === userId && one.restaurantId === restaurantId)

/** Leaves these ratings only. */
export function keep(model: Model, isKept: (rating: Rating) => boolean): void {
  model.ratings = model.ratings.filter(isKept)
}

/** Creates or replaces a rating. */
export function put(model: Model, rating: Rating): void {
  const old = find(model, rating.userId, rating.restaurantId)
  keep(model, other => other !== old)
  model.ratings.push({ ...old, ...rating })
}

const essence = ({ updatedAt, ...rating }: Rating) => ({
  ...{ id: rating.id, userId: rating.userId, restaurantId: rating.restaurantId },
  ...{ value: rating.value, comment: rating.comment, createdAt: rating.createdAt },
})

/** What the API tells everyone, one person, and about one place. */
export async function shown({ places }: Model, root: Caller, who: Person, at: { id: number }) {
  const rating = await who.call(getUserRating, idParams(at))
  const reviews = await who.call(listReviews, idParams(at))
  const average = await who.call(getAverage, idParams(at))
  const restaurantIds = [987_654, ...places.map(({ id }) => id), at.id]
  const batch = await who.call(batchRatings, { body: { restaurantIds } })
  return {
    all: (await root.call(listAllRatings)).body.map(essence),
    average: average.status === 200 && average.body,
    averages: (await root.call(listAverages)).body,
    batch: { ...batch.body, userRatings: Object.values(batch.body.userRatings).map(essence) },
    own: (await who.call(listOwnRatings)).body.map(({ restaurant, ...own }) => ({
      ...essence(own),
      ...{ average: restaurant.avgRating, count: restaurant.ratingCount },
    })),
    listed: (await root.call(listUserRatings, idParams(who))).body.map(essence),
    reviews:
      reviews.status === 200 && reviews.body.map(({ user, ...review }) => ({ ...essence(review), user })),
    found: rating.status === 200 && essence(rating.body),
  }
}

/** The same by counting. */
export function counted({ people, places, ratings }: Model, who: Person, at: { id: number }) {
  const latest = ratings.toSorted(
    (a, b) => b.updatedAt.localeCompare(a.updatedAt) || (b.id ?? 0) - (a.id ?? 0),
  )
  const present = places.filter(({ isGone }) => !isGone).map(({ id }) => id)
  const of = (id: number) => latest.filter(({ restaurantId }) => restaurantId === id)
  const own = latest.filter(({ userId }) => userId === who.id)
  const raters = new Map(people.map(person => [person.id, person]))
  const byPlace = <T>(read: (given: Rating[]) => T) =>
    Object.fromEntries(present.filter(id => of(id).length > 0).map(id => [id, read(of(id))]))
  const byDepartment = (given: Rating[]) =>
    [...Map.groupBy(given, ({ userId }) => raters.get(userId)?.department ?? '')]
      .map(([department, some]) => ({ department, averageRating: mean(some), ratingCount: some.length }))
      .sort((a, b) => (a.department < b.department ? -1 : 1))
  const averages = present.map(id => ({
    ...{ restaurantId: id, averageRating: mean(of(id)), ratingCount: of(id).length },
  }))
  const mine = own.find(({ restaurantId }) => restaurantId === at.id)
  return {
    all: latest.map(essence),
    average: averages.find(({ restaurantId }) => restaurantId === at.id) ?? false,
    averages,
    batch: {
      averageRatings: byPlace(mean),
      ratingCounts: byPlace(given => given.length),
      userRatings: present.flatMap(id => of(id).filter(one => own.includes(one))).map(essence),
      ratingsByDepartment: byPlace(byDepartment),
    },
    own: own.map(one => ({
      ...essence(one),
      ...{ average: mean(of(one.restaurantId)), count: of(one.restaurantId).length },
    })),
    listed: own.map(essence),
    reviews:
      present.includes(at.id) &&
      of(at.id).map(one => {
        const { id, firstName, lastName, department } = raters.get(one.userId) as Person
        return { ...essence(one), user: { id, firstName, lastName, department } }
      }),
    found: mine !== undefined && essence(mine),
  }
}

/** Halves of a tenth are rounded up. */
function mean(given: Rating[]): number | null {
  const sum = given.reduce((sum, { value }) => sum + value, 0)
  return given.length === 0 ? null : Math.floor((sum / given.length) * 10 + 0.5 + 1e-9) / 10
}

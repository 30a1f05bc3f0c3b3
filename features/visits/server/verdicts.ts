import { cardImageUrl } from '#features/images/server/image-url.ts'
import { minPeople } from '#kit/rules/min-people.ts'
import { average } from '#kit/rules/stars.ts'
import { find } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Verdict } from '../contract.ts'

/*
 * What a table said. It is read from ratings, which all staff may see, and from who was in the lunch, which all see who
 * may see the lunch; never from anyone's visits.
 */

/** The verdict on a visit of this user, after they have rated its place. */
export async function readVerdict(db: Db, visit: Row<'visits'>, place: Row<'restaurants'>): Promise<Verdict> {
  const lunch = visit.lunchId === null ? undefined : await find(db, 'lunches', { id: visit.lunchId })
  const ratings = lunch ? await listTableRatings(db, visit.id) : []
  const sum = ratings.reduce((stars, { value }) => stars + value, 0)
  return {
    table:
      ratings.length < minPeople
        ? null
        : {
            averageRating: average(sum, ratings.length) ?? 0,
            people: ratings.map(({ id, firstName, lastName, imageHash }) => ({
              id,
              firstName,
              lastName,
              profileImageUrl: cardImageUrl(imageHash),
            })),
          },
    averageRating: average(place.ratingSum, place.ratingCount),
    ratingCount: place.ratingCount,
    cuisine: await countCuisine(db, visit.userId, place),
    leftAt: lunch?.leavesAt ?? null,
  }
}

/** For a user's own visits: the ratings that the others of their lunches have given the places since the lunches left. */
const tableRatings = (db: Db) =>
  db
    .selectFrom('visits')
    .innerJoin('lunches', 'lunches.id', 'visits.lunchId')
    .innerJoin('lunchPeople', 'lunchPeople.lunchId', 'visits.lunchId')
    .innerJoin('ratings', join =>
      join
        .onRef('ratings.userId', '=', 'lunchPeople.userId')
        .onRef('ratings.restaurantId', '=', 'visits.restaurantId')
        .onRef('ratings.updatedAt', '>=', 'lunches.leavesAt'),
    )
    .whereRef('lunchPeople.userId', '!=', 'visits.userId')

/** Those of one visit, in the order of joining. */
const listTableRatings = (db: Db, visitId: number) =>
  tableRatings(db)
    .innerJoin('users', 'users.id', 'lunchPeople.userId')
    .select(['ratings.value', 'users.id', 'firstName', 'lastName', 'imageHash'])
    .where('visits.id', '=', visitId)
    .orderBy('lunchPeople.position')
    .execute()

/** The average that the table gave, for those of a user's visits of which at least three others gave one. */
export async function readTableAverages(db: Db, userId: number): Promise<Map<number, number>> {
  const rows = await tableRatings(db)
    .select(({ fn }) => ['visits.id', fn.sum<number>('value').as('sum'), fn.countAll<number>().as('count')])
    .where('visits.userId', '=', userId)
    .groupBy('visits.id')
    .having(({ fn }) => fn.countAll(), '>=', minPeople)
    .execute()
  return new Map(rows.map(({ id, sum, count }) => [id, average(sum, count) ?? 0]))
}

async function countCuisine(
  db: Db,
  userId: number,
  { cuisine, campusCode }: Row<'restaurants'>,
): Promise<Verdict['cuisine']> {
  if (cuisine === null) return null
  const { count, rated } = await db
    .selectFrom('restaurants')
    .leftJoin('ratings', join =>
      join.onRef('ratings.restaurantId', '=', 'restaurants.id').on('ratings.userId', '=', userId),
    )
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.count<number>('ratings.id').as('rated')])
    .where('campusCode', '=', campusCode)
    .where('cuisine', '=', cuisine)
    .where('disabled', '=', false)
    .executeTakeFirstOrThrow()
  return count > 1 && rated > 0 ? { name: cuisine, rated, count } : null
}

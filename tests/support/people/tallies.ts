import type { Db } from '#kit/server/database/schema.ts'

/**
 * Non-empty tallies: counts, sums and sums of squares per restaurant (key `id`), and counts and sums per restaurant and
 * department (key `id department`).
 */
export type Tallies = Record<string, { count: number; sum: number; squares?: number }>

/** The stored tallies. */
export async function storedTallies(db: Db): Promise<Tallies> {
  const restaurants = await db
    .selectFrom('restaurants')
    .select(['id', 'ratingCount', 'ratingSum', 'ratingSquares'])
    .where(eb => eb.or([eb('ratingCount', '!=', 0), eb('ratingSum', '!=', 0)]))
    .execute()
  const departments = await db.selectFrom('departmentTallies').selectAll().execute()
  return Object.fromEntries([
    ...restaurants.map(row => [
      `${row.id}`,
      { count: row.ratingCount, sum: row.ratingSum, squares: row.ratingSquares },
    ]),
    ...departments.map(row => [
      `${row.restaurantId} ${row.department}`,
      { count: row.ratingCount, sum: row.ratingSum },
    ]),
  ])
}

/** The correct tallies, computed from the ratings. */
export async function trueTallies(db: Db): Promise<Tallies> {
  const ratings = await db
    .selectFrom('ratings')
    .innerJoin('users', 'users.id', 'ratings.userId')
    .select(['restaurantId', 'value', 'users.department'])
    .execute()
  const tallies: Tallies = {}
  for (const { restaurantId, department, value } of ratings) {
    const ofPlace = tallies[restaurantId] ?? { count: 0, sum: 0, squares: 0 }
    tallies[restaurantId] = {
      count: ofPlace.count + 1,
      sum: ofPlace.sum + value,
      squares: (ofPlace.squares ?? 0) + value ** 2,
    }
    const key = `${restaurantId} ${department}`
    const { count, sum } = tallies[key] ?? { count: 0, sum: 0 }
    tallies[key] = { count: count + 1, sum: sum + value }
  }
  return tallies
}

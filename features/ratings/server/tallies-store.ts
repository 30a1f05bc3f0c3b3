import { sql } from 'kysely'
import { partsOf } from '#kit/server/database/batches.ts'
import { prepared } from '#kit/server/database/drivers/prepared.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import { locked } from '#kit/server/database/locks.ts'
import { lock } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'

/*
 * Counts and sums of ratings per restaurant and per department, and sums of their squares per restaurant.
 * Each change of ratings adjusts them by the difference, in the same transaction. Changing a rating, or the
 * department of a user who has rated, requires locks on the user and then the restaurants.
 */

type TallyChange = {
  restaurantId: number
  department: string
  count: number
  sum: number
  squares: number
}

/** Applies the difference made by one rating. */
export async function changeTallies(tx: Db, change: TallyChange): Promise<void> {
  // A department with a rating has a tally. A statement that may insert one counts the table's version twice.
  const changeDepartment = change.count > 0 ? addToDepartmentTally : changeDepartmentTally
  await Promise.all([changeRestaurantTally(tx, change), changeDepartment(tx, change)])
  if (change.count < 0) await removeEmptyTallies(tx, change.department, [change.restaurantId])
}

/** Subtracts a user's ratings from all tallies; call it before the user is deleted. */
export async function removeUserTallies(tx: Db, userId: number): Promise<void> {
  const [rater] = await lock(tx, 'users', { id: userId })
  if (!rater) return
  await lockRatedRestaurants(tx, userId)
  await tx
    .updateTable('restaurants')
    .set(eb => ({
      ratingCount: eb('ratingCount', '-', 1),
      ratingSum: eb('ratingSum', '-', ratingValue(userId, 'restaurants.id')),
      ratingSquares: eb('ratingSquares', '-', ratingValue(userId, 'restaurants.id', true)),
    }))
    .where('id', 'in', ratedBy(tx, userId))
    .execute()
  await subtractFromDepartment(tx, userId, rater.department)
  await removeEmptyTallies(tx, rater.department, ratedBy(tx, userId))
}

/**
 * Moves a user's ratings from one department's tallies to another's, in the transaction that changes the
 * user's department. Read `from` after `lockUser`; otherwise it may already be outdated.
 */
export async function moveUserTallies(
  tx: Db,
  userId: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  if (from === to) return
  await lock(tx, 'users', { id: userId })
  await lockRatedRestaurants(tx, userId)
  await subtractFromDepartment(tx, userId, from)
  await tx
    .insertInto('departmentTallies')
    .columns(['restaurantId', 'department', 'ratingCount', 'ratingSum'])
    .expression(
      tx
        .selectFrom('ratings')
        .select(['restaurantId', sql<string>`cast(${to} as text)`.as('department')])
        .select([sql<number>`1`.as('ratingCount'), 'value as ratingSum'])
        .where('userId', '=', userId),
    )
    .onConflict(conflict => conflict.columns(['restaurantId', 'department']).doUpdateSet(addExcluded()))
    .execute()
  await removeEmptyTallies(tx, from, ratedBy(tx, userId))
}

/**
 * Recounts the tallies of these restaurants, or of all, after
 * ratings were written in bulk. The restaurants must be locked.
 */
export async function recountTallies(tx: Db, restaurantIds?: number[]): Promise<void> {
  const ids = restaurantIds ?? (await tx.selectFrom('restaurants').select('id').execute()).map(({ id }) => id)
  for await (const some of partsOf(ids, 100)) {
    await tx
      .deleteFrom('departmentTallies')
      .where(indexedIn(tx, 'restaurantId', some))
      .execute()
    await recountDepartments(tx, some)
    await recountRestaurants(tx, some)
  }
}

async function lockRatedRestaurants(tx: Db, userId: number): Promise<void> {
  await tx
    .selectFrom('restaurants')
    .select('id')
    .where('id', 'in', ratedBy(tx, userId))
    .orderBy('id')
    .$call(locked(tx))
    .execute()
}

const changeRestaurantTally = prepared<TallyChange>()((tx, value) =>
  tx
    .updateTable('restaurants')
    .set(eb => ({
      ratingCount: eb('ratingCount', '+', value('count')),
      ratingSum: eb('ratingSum', '+', value('sum')),
      ratingSquares: eb('ratingSquares', '+', value('squares')),
    }))
    .where('id', '=', value('restaurantId')),
)

const changeDepartmentTally = prepared<TallyChange>()((tx, value) =>
  tx
    .updateTable('departmentTallies')
    .set(eb => ({
      ratingCount: eb('ratingCount', '+', value('count')),
      ratingSum: eb('ratingSum', '+', value('sum')),
    }))
    .where('restaurantId', '=', value('restaurantId'))
    .where('department', '=', value('department')),
)

const addToDepartmentTally = prepared<TallyChange>()((tx, value) =>
  tx
    .insertInto('departmentTallies')
    .values({
      restaurantId: value('restaurantId'),
      department: value('department'),
      ratingCount: value('count'),
      ratingSum: value('sum'),
    })
    .onConflict(conflict => conflict.columns(['restaurantId', 'department']).doUpdateSet(addExcluded())),
)

async function subtractFromDepartment(tx: Db, userId: number, department: string): Promise<void> {
  await tx
    .updateTable('departmentTallies')
    .set(eb => ({
      ratingCount: eb('ratingCount', '-', 1),
      ratingSum: eb('ratingSum', '-', ratingValue(userId, 'departmentTallies.restaurantId')),
    }))
    .where('department', '=', department)
    .where('restaurantId', 'in', ratedBy(tx, userId))
    .execute()
}

// An empty tally would prevent its department from being removed.
async function removeEmptyTallies(
  tx: Db,
  department: string,
  restaurantIds: number[] | ReturnType<typeof ratedBy>,
): Promise<void> {
  await tx
    .deleteFrom('departmentTallies')
    .where('department', '=', department)
    .where('restaurantId', 'in', restaurantIds)
    .where('ratingCount', '=', 0)
    .execute()
}

async function recountDepartments(tx: Db, restaurantIds: number[]): Promise<void> {
  await tx
    .insertInto('departmentTallies')
    .columns(['restaurantId', 'department', 'ratingCount', 'ratingSum'])
    .expression(
      tx
        .selectFrom('ratings')
        .innerJoin('users', 'users.id', 'ratings.userId')
        .select(['restaurantId', 'department'])
        .select(eb => [
          eb.fn.countAll<number>().as('ratingCount'),
          eb.fn.sum<number>('value').as('ratingSum'),
        ])
        .where(indexedIn(tx, 'restaurantId', restaurantIds))
        .groupBy(['restaurantId', 'department']),
    )
    .execute()
}

async function recountRestaurants(tx: Db, restaurantIds: number[]): Promise<void> {
  const squares = sql<number>`coalesce(sum("value" * "value"), 0)`
  const counted = tx
    .selectFrom('restaurants as place')
    .leftJoin('ratings', 'ratings.restaurantId', 'place.id')
    .select(eb => ['place.id', eb.fn.count<number>('ratings.id').as('count')])
    .select(eb => [eb.fn.coalesce(eb.fn.sum<number>('value'), eb.lit(0)).as('sum'), squares.as('squares')])
    .where(indexedIn(tx, 'place.id', restaurantIds))
    .groupBy('place.id')
  await tx
    .updateTable('restaurants')
    .from(counted.as('counted'))
    .set(eb => ({
      ratingCount: eb.ref('counted.count'),
      ratingSum: eb.ref('counted.sum'),
      ratingSquares: eb.ref('counted.squares'),
    }))
    .whereRef('restaurants.id', '=', 'counted.id')
    .execute()
}

const addExcluded = () => ({
  ratingCount: sql<number>`"departmentTallies"."ratingCount" + excluded."ratingCount"`,
  ratingSum: sql<number>`"departmentTallies"."ratingSum" + excluded."ratingSum"`,
})

const ratedBy = (tx: Db, userId: number) =>
  tx.selectFrom('ratings').select('restaurantId').where('userId', '=', userId)

const ratingValue = (userId: number, restaurant: string, squared = false) =>
  sql<number>`(select ${squared ? sql`"value" * "value"` : sql`"value"`} from "ratings" where "userId" = ${userId} and "ratings"."restaurantId" = ${sql.ref(restaurant)})`

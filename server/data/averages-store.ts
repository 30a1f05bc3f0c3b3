import { indexedIn } from '#server/database/id-list.ts'
import type { Db } from '#server/database/schema.ts'

export type Tally = { restaurantId: number; ratingCount: number; ratingSum: number }
export type DepartmentTally = Tally & { department: string }

export async function listTallies(db: Db): Promise<Tally[]> {
  return db
    .selectFrom('restaurants')
    .select(['id as restaurantId', 'ratingCount', 'ratingSum'])
    .orderBy('id')
    .execute()
}

export async function listDepartmentTallies(db: Db, restaurantIds: number[]): Promise<DepartmentTally[]> {
  return db
    .selectFrom('departmentTallies')
    .selectAll()
    .where(indexedIn(db, 'restaurantId', restaurantIds))
    .execute()
}

export async function findDepartmentTally(
  db: Db,
  restaurantId: number,
  department: string,
): Promise<DepartmentTally | undefined> {
  return db
    .selectFrom('departmentTallies')
    .selectAll()
    .where('restaurantId', '=', restaurantId)
    .where('department', '=', department)
    .executeTakeFirst()
}

export type MemberRow = { id: number; firstName: string; lastName: string; ratingId: number | null }

/** The members of a department who can rate, each with the id of their rating of the restaurant, if any. */
export async function listMembers(db: Db, department: string, restaurantId: number): Promise<MemberRow[]> {
  return db
    .selectFrom('users')
    .leftJoin('ratings', join =>
      join.onRef('ratings.userId', '=', 'users.id').on('ratings.restaurantId', '=', restaurantId),
    )
    .select(['users.id', 'firstName', 'lastName', 'ratings.id as ratingId'])
    .where('department', '=', department)
    .where('isVerified', '=', true)
    .where('canLogin', '=', true)
    .execute()
}

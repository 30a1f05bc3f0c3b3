import { partsOf } from '#server/database/batches.ts'
import { indexedIn } from '#server/database/id-list.ts'
import type { Db, RatingRow } from '#server/database/schema.ts'

export type AdminRatingRow = RatingRow & {
  firstName: string
  lastName: string
  department: string
  email: string
  restaurantName: string
  address: string
  campusCode: string
}

export async function findAdminRating(db: Db, id: number): Promise<AdminRatingRow | undefined> {
  return db
    .selectFrom('ratings')
    .innerJoin('users', 'users.id', 'ratings.userId')
    .innerJoin('restaurants', 'restaurants.id', 'ratings.restaurantId')
    .selectAll('ratings')
    .select(['users.firstName', 'users.lastName', 'users.department', 'users.email'])
    .select(['restaurants.name as restaurantName', 'restaurants.address', 'restaurants.campusCode'])
    .where('ratings.id', '=', id)
    .executeTakeFirst()
}

/** All ratings that these users gave these restaurants. */
export async function listRatingsAmong(
  db: Db,
  { userIds, restaurantIds }: { userIds: number[]; restaurantIds: number[] },
): Promise<RatingRow[]> {
  const isAmong = new Set(restaurantIds)
  const found: RatingRow[] = []
  // Both lists in one condition would make SQLite look for each of one with each of the other.
  for await (const some of partsOf(userIds, 100)) {
    const rows = await db
      .selectFrom('ratings')
      .selectAll()
      .where(indexedIn(db, 'userId', some))
      .execute()
    found.push(...rows.filter(({ restaurantId }) => isAmong.has(restaurantId)))
  }
  return found
}

/** Inserts or overwrites many ratings, in batches that stay below the limit on bound variables. */
export async function saveRatings(tx: Db, ratings: Omit<RatingRow, 'id'>[]): Promise<void> {
  for await (const some of partsOf(ratings)) {
    await tx
      .insertInto('ratings')
      .values(some)
      .onConflict(conflict =>
        conflict.columns(['userId', 'restaurantId']).doUpdateSet(eb => ({
          value: eb.ref('excluded.value'),
          comment: eb.ref('excluded.comment'),
          updatedAt: eb.ref('excluded.updatedAt'),
        })),
      )
      .execute()
  }
}

export async function removeRating(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('ratings').where('id', '=', id).execute()
}

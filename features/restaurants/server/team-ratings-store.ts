import { indexedIn } from '#kit/server/database/id-list.ts'
import type { Db } from '#kit/server/database/schema.ts'

export type TeamRatingRow = { restaurantId: number; name: string; value: number }

export async function listTeamRatings(db: Db, restaurantIds: number[]): Promise<TeamRatingRow[]> {
  return db
    .selectFrom('teamRatings')
    .selectAll()
    .where(indexedIn(db, 'restaurantId', restaurantIds))
    .execute()
}

export async function saveTeamRatings(
  db: Db,
  restaurantId: number,
  ratings: Omit<TeamRatingRow, 'restaurantId'>[],
): Promise<void> {
  if (ratings.length === 0) return
  await db
    .insertInto('teamRatings')
    .values(ratings.map(rating => ({ restaurantId, ...rating })))
    .onConflict(conflict =>
      conflict.columns(['restaurantId', 'name']).doUpdateSet(eb => ({ value: eb.ref('excluded.value') })),
    )
    .execute()
}

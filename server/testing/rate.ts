import type { Deps } from '#server/deps.ts'
import { saveRating, type WantedRating } from '#server/features/ratings/save-ratings.ts'
import { notSignedIn } from '#server/http/errors.ts'

/** Rates a restaurant as its call does, but without a session. */
export const rate = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  userId: number,
  restaurantId: number,
  stars: Pick<WantedRating, 'value' | 'comment'>,
) =>
  db
    .transaction()
    .execute(tx => saveRating(tx, { userId, restaurantId, ...stars }, now().toISOString(), notSignedIn))

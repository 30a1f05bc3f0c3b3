import { saveRating, type WantedRating } from '#features/ratings/server/save-ratings.ts'
import type { Deps } from '#kit/server/deps.ts'
import { notSignedIn } from '#kit/server/http/errors.ts'

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

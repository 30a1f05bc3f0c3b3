import { type Actor, recordBulkAudit } from '#server/audit/record-audit.ts'
import { findUser } from '#server/data/users-store.ts'
import type { Deps } from '#server/deps.ts'
import { restaurantNotFound, userNotFound } from '#server/http/errors.ts'
import type { Stars } from './rate.ts'
import { editsOf, lockForRatings, planRatings, writePlanned } from './write-ratings.ts'

/** Saves many ratings of one user in one transaction. Of two for the same restaurant the later one counts. */
export async function saveRatingsFor(
  { db, now }: Deps,
  userId: number,
  ratings: (Stars & { restaurantId: number })[],
  by: Actor,
): Promise<{ count: number; created: number; updated: number }> {
  const lastOfEach = new Map(ratings.map(rating => [rating.restaurantId, { ...rating, userId }]))
  const requested = [...lastOfEach.values()]
  return db.transaction().execute(async tx => {
    const names = await lockForRatings(tx, requested)
    const user = await findUser(tx, userId)
    if (!user) throw userNotFound()
    if (names.size < requested.length) throw restaurantNotFound()
    const planned = await planRatings(tx, requested)
    const time = now().toISOString()
    await writePlanned(tx, requested, planned, time)
    const numberOf = (outcome: string) => planned.filter(plan => plan.outcome === outcome).length
    const result = { count: planned.length, created: numberOf('new'), updated: numberOf('changed') }
    const named = requested.map(rating => {
      return { ...rating, userEmail: user.email, restaurantName: names.get(rating.restaurantId) }
    })
    const items = editsOf(named, planned).map(({ userId: _, email: __, ...edit }) => edit)
    const details = (ratings: object[]) => ({ userId, email: user.email, ...result, ratings })
    await recordBulkAudit(tx, { action: 'RATINGS_SAVED', items, details, by, time })
    return result
  })
}

import { sql } from 'kysely'
import { userNotFound } from '#features/accounts/server/users/account-state.ts'
import { restaurantNotFound } from '#features/restaurants/server/restaurants-store.ts'
import { partsOf } from '#kit/server/database/batches.ts'
import { idPairs } from '#kit/server/database/id-list.ts'
import { change, insert, list, lock } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'

/** If the comment is left out, an existing one stays; null or empty clears it. */
export type WantedRating = { userId: number; restaurantId: number; value: number; comment?: string | null }

type Written = Pick<Row<'ratings'>, 'value' | 'comment'>

/** What saving a rating does. */
export type PlannedRating = Written & {
  userId: number
  restaurantId: number
  outcome: 'new' | 'changed' | 'same'
  before: Written | undefined
}

type SavedRating = PlannedRating & { user: Row<'users'>; restaurant: Row<'restaurants'> }

/** Creates or changes a single rating. It is written even if it stays the same, and so becomes the latest. */
export async function saveRating(
  tx: Db,
  wanted: WantedRating,
  time: string,
  userGone = userNotFound,
): Promise<{ rating: Row<'ratings'>; before: Written | undefined }> {
  const [saved] = await lockAndPlan(tx, [wanted], userGone)
  if (!saved) throw new Error('The rating was not planned')
  const { userId, restaurantId, value, comment, before } = saved
  const written = { value, comment, updatedAt: time }
  const [rating] = before
    ? await change(tx, 'ratings', { userId, restaurantId }, written)
    : [await insert(tx, 'ratings', { userId, restaurantId, createdAt: time, ...written })]
  if (!rating) throw new Error('The rating was not returned')
  return { rating, before }
}

/**
 * Creates or changes many ratings: what an import and Full Data Assist do. Later ones for the same person and restaurant
 * replace earlier ones; what stays the same isn't written.
 */
export async function saveRatings(tx: Db, wanted: WantedRating[], time: string): Promise<SavedRating[]> {
  const saved = await lockAndPlan(tx, wanted, userNotFound)
  const changes = saved.filter(({ outcome }) => outcome !== 'same')
  const written = [...new Map(changes.map(rating => [keyOf(rating), rating])).values()]
  // So that most statements change the tallies of a few restaurants, and not of all.
  written.sort((a, b) => a.restaurantId - b.restaurantId)
  for await (const some of partsOf(written))
    await tx
      .insertInto('ratings')
      .values(
        some.map(({ userId, restaurantId, value, comment }) => {
          return { userId, restaurantId, value, comment, createdAt: time, updatedAt: time }
        }),
      )
      .onConflict(conflict =>
        conflict.columns(['userId', 'restaurantId']).doUpdateSet(eb => ({
          value: eb.ref('excluded.value'),
          comment: eb.ref('excluded.comment'),
          updatedAt: eb.ref('excluded.updatedAt'),
        })),
      )
      .execute()
  return saved
}

/** Determines what saving these would do, one after the other: a later one may change what an earlier one writes. */
export async function planRatings(db: Db, wanted: WantedRating[]): Promise<PlannedRating[]> {
  const present = new Map<string, Written>()
  for await (const some of partsOf(wanted, 1_000))
    for (const row of await listPresent(db, some)) present.set(keyOf(row), row)
  return wanted.map(({ userId, restaurantId, value, comment }) => {
    const key = keyOf({ userId, restaurantId })
    const old = present.get(key)
    const before = old && { value: old.value, comment: old.comment }
    const after = { value, comment: comment === undefined ? (old?.comment ?? null) : comment || null }
    present.set(key, after)
    const isSame = before?.value === after.value && before.comment === after.comment
    return { userId, restaurantId, ...after, before, outcome: isSame ? 'same' : before ? 'changed' : 'new' }
  })
}

/** The ratings that there are already of these. */
async function listPresent(db: Db, wanted: WantedRating[]): Promise<Row<'ratings'>[]> {
  const [only] = wanted
  // One, as usually, is found faster without a list of pairs.
  if (only && wanted.length === 1)
    return list(db, 'ratings', { userId: only.userId, restaurantId: only.restaurantId })
  const pairs = wanted.map(({ userId, restaurantId }) => [userId, restaurantId] as const)
  const { rows } = await sql<Row<'ratings'>>`select "ratings".* from ${idPairs(db, pairs)} as "wanted"
    join "ratings" on "userId" = "before" and "restaurantId" = "after"`.execute(db)
  return rows
}

/** What was written, as the audit log has it of a single rating. */
export const editsOf = (saved: SavedRating[]) =>
  saved
    .filter(({ outcome }) => outcome !== 'same')
    .map(({ user, restaurant, before, value, comment }) => ({
      userId: user.id,
      email: user.email,
      restaurantId: restaurant.id,
      restaurantName: restaurant.name,
      ...(before && { before }),
      after: { value, comment },
    }))

/** Their users and restaurants are locked first, so that simultaneous ratings and deletions take turns. */
async function lockAndPlan(tx: Db, wanted: WantedRating[], userGone: () => Error): Promise<SavedRating[]> {
  const users = await lock(tx, 'users', { id: [...new Set(wanted.map(({ userId }) => userId))] })
  const restaurantIds = new Set(wanted.map(({ restaurantId }) => restaurantId))
  const restaurants = await lock(tx, 'restaurants', { id: [...restaurantIds] })
  const userOf = new Map(users.map(row => [row.id, row]))
  const restaurantOf = new Map(restaurants.map(row => [row.id, row]))
  return (await planRatings(tx, wanted)).map(planned => {
    const [user, restaurant] = [userOf.get(planned.userId), restaurantOf.get(planned.restaurantId)]
    if (!user) throw userGone()
    if (!restaurant) throw restaurantNotFound()
    return { ...planned, user, restaurant }
  })
}

const keyOf = ({ userId, restaurantId }: { userId: number; restaurantId: number }) =>
  `${userId} ${restaurantId}`

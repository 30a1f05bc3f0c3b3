import type { FastifyInstance } from 'fastify'
import { recordBulkAudit } from '#features/audit/server/record-audit.ts'
import { write } from '#features/audit/server/write.ts'
import { copyRatings, insertTrash } from '#features/trash/server/trash.ts'
import { lock, remove } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { notFound, rejectOutdated } from '#kit/server/http/errors.ts'
import { sendTotal } from '#kit/server/http/paging.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import {
  type AdminRating,
  createRatingFor,
  deleteAnyRating,
  listAllRatings,
  saveRatingsFor,
  updateAnyRating,
} from '../admin-ratings-contract.ts'
import { editsOf, saveRating, saveRatings } from './save-ratings.ts'
import { type AdminRatingRow, searchRatings } from './search-ratings.ts'

/** What administrators do with anyone's ratings. */
export function adminRatingsApi(app: FastifyInstance, deps: Deps): void {
  serve(app, listAllRatings, async ({ query, reply }) => {
    const { rows, total } = await searchRatings(deps.db, query)
    sendTotal(reply, total)
    return rows.map(present)
  })

  serve(app, createRatingFor, async call =>
    write(deps, call, async ({ tx, time, audit }) => {
      const { rating, before } = await saveRating(tx, call.body, time)
      const after = await requireRating(tx, rating.id)
      await audit(before ? 'RATING_UPDATED' : 'RATING_CREATED', detailsOf(after, before, after))
      return { status: before ? 200 : 201, body: present(after) } as const
    }),
  )

  const handleUpdate = async (call: Call<typeof updateAnyRating>) =>
    write(deps, call, async ({ tx, time, audit }) => {
      const { value, comment, expectedUpdatedAt } = call.body
      const before = await lockRating(tx, call.params.id)
      const message = 'Someone else changed this rating in the meantime'
      await rejectOutdated(expectedUpdatedAt, before, message, () => present(before))
      const { userId, restaurantId } = before
      await saveRating(tx, { userId, restaurantId, value: value ?? before.value, comment }, time)
      const after = await requireRating(tx, before.id)
      await audit('RATING_UPDATED', detailsOf(after, before, after))
      return present(after)
    })
  serve(app, updateAnyRating, handleUpdate, { readStored: ({ params }) => findRating(deps.db, params.id) })

  serve(app, deleteAnyRating, async call =>
    write(deps, call, async ({ tx, time, audit }) => {
      const before = await lockRating(tx, call.params.id)
      const { id, restaurantName } = before
      await insertTrash(tx, 'rating', [{ id, name: restaurantName }], { by: call, time })
      await copyRatings(tx, 'rating', [id])
      await remove(tx, 'ratings', { id })
      await audit('RATING_DELETED', detailsOf(before, before, undefined))
    }),
  )

  serve(app, saveRatingsFor, async call =>
    write(deps, call, async ({ tx, time }) => {
      const { userId, ratings } = call.body
      const lastOfEach = new Map(ratings.map(rating => [rating.restaurantId, { ...rating, userId }]))
      const saved = await saveRatings(tx, [...lastOfEach.values()], time)
      const numberOf = (outcome: string) => saved.filter(rating => rating.outcome === outcome).length
      const result = { count: saved.length, created: numberOf('new'), updated: numberOf('changed') }
      const items = editsOf(saved).map(({ userId: _, email: __, ...edit }) => edit)
      const email = saved[0]?.user.email
      const details = (ratings: object[]) => ({ userId, email, ...result, ratings })
      await recordBulkAudit(tx, { action: 'RATINGS_SAVED', items, details, by: call, time })
      return result
    }),
  )
}

/** A rating as it is under the locks that writing ratings takes. */
async function lockRating(tx: Db, id: number): Promise<AdminRatingRow> {
  const { userId, restaurantId } = await requireRating(tx, id)
  await lock(tx, 'users', { id: userId })
  await lock(tx, 'restaurants', { id: restaurantId })
  return requireRating(tx, id)
}

async function requireRating(db: Db, id: number): Promise<AdminRatingRow> {
  const rating = await findRating(db, id)
  if (!rating) throw notFound('Rating not found')
  return rating
}

const findRating = (db: Db, id: number): Promise<AdminRatingRow | undefined> =>
  db
    .selectFrom('ratings')
    .innerJoin('users', 'users.id', 'ratings.userId')
    .innerJoin('restaurants', 'restaurants.id', 'ratings.restaurantId')
    .selectAll('ratings')
    .select(['users.firstName', 'users.lastName', 'users.department', 'users.email'])
    .select(['restaurants.name as restaurantName', 'restaurants.address', 'restaurants.campusCode'])
    .where('ratings.id', '=', id)
    .executeTakeFirst()

type Stars = Pick<AdminRatingRow, 'value' | 'comment'>

function detailsOf(
  { id, userId, email, restaurantId, restaurantName }: AdminRatingRow,
  before: Stars | undefined,
  after: Stars | undefined,
) {
  const shown = (stars: Stars | undefined) => stars && { value: stars.value, comment: stars.comment }
  return { id, userId, email, restaurantId, restaurantName, before: shown(before), after: shown(after) }
}

function present(row: AdminRatingRow): AdminRating {
  const { firstName, lastName, department, email, restaurantName, address, campusCode, ...rating } = row
  return {
    ...rating,
    user: { id: rating.userId, firstName, lastName, department, email },
    restaurant: { id: rating.restaurantId, name: restaurantName, address, campusCode },
  }
}

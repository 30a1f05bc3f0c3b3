import type { FastifyInstance } from 'fastify'
import { userNotFound } from '#features/accounts/server/users/account-state.ts'
import { write } from '#features/audit/server/write.ts'
import { withRestaurants } from '#features/restaurants/server/present-restaurant.ts'
import { requireRestaurant } from '#features/restaurants/server/restaurants-store.ts'
import { isAdmin } from '#kit/rules/roles.ts'
import { noLimit } from '#kit/server/database/batches.ts'
import { countRows } from '#kit/server/database/count-rows.ts'
import { find, list } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { forbidden, invalid, notFound, notSignedIn } from '#kit/server/http/errors.ts'
import { sendTotal } from '#kit/server/http/paging.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import { cachedReply } from '#kit/server/http/serve-cached.ts'
import {
  createRating,
  getUserRating,
  listOwnRatings,
  listReviews,
  listUserRatings,
  updateRating,
} from '../contract.ts'
import { saveRating } from './save-ratings.ts'

export function ratingsApi(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  serve(app, createRating, async call =>
    write(deps, call, async ({ tx, time }) => {
      const wanted = { ...call.body, userId: call.viewer.id }
      const { rating, before } = await saveRating(tx, wanted, time, notSignedIn)
      return { status: before ? 200 : 201, body: rating } as const
    }),
  )

  const handleUpdate = async (call: Call<typeof updateRating>) =>
    write(deps, call, async ({ tx, time }) => {
      const { restaurantId, ...stars } = call.body
      const old = await find(tx, 'ratings', { id: call.params.id, userId: call.viewer.id })
      if (!old) throw notFound('Rating not found')
      if (restaurantId !== undefined && restaurantId !== old.restaurantId)
        throw invalid('restaurantId', 'The restaurant of a rating can’t be changed')
      const wanted = { ...stars, userId: old.userId, restaurantId: old.restaurantId }
      return (await saveRating(tx, wanted, time, notSignedIn)).rating
    })
  serve(app, updateRating, handleUpdate, {
    readStored: ({ params, viewer }) => find(db, 'ratings', { id: params.id, userId: viewer.id }),
  })

  serve(app, getUserRating, async ({ params, viewer }) => {
    const rating = await find(db, 'ratings', { userId: viewer.id, restaurantId: params.id })
    if (!rating) throw notFound('You have not rated this restaurant')
    return rating
  })

  serve(app, listReviews, async ({ params, query: { limit = noLimit, offset = 0, department }, reply }) => {
    await requireRestaurant(db, params.id)
    const reviews = db
      .selectFrom('ratings')
      .innerJoin('users', 'users.id', 'ratings.userId')
      .where('restaurantId', '=', params.id)
      .$if(department !== undefined, query => query.where('users.department', '=', department ?? ''))
    const rows = await reviews
      .selectAll('ratings')
      .select(['users.firstName', 'users.lastName', 'users.department'])
      .orderBy('ratings.updatedAt', 'desc')
      .orderBy('ratings.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    sendTotal(reply, await countRows(reviews))
    return rows.map(({ firstName, lastName, department, ...rating }) => ({
      ...rating,
      user: { id: rating.userId, firstName, lastName, department },
    }))
  })

  serve(app, listOwnRatings, async ({ viewer }) => {
    const ratings = await withRestaurants(db, await listRatingsOf(db, viewer.id))
    return ratings.flatMap(({ restaurant, ...rating }) => (restaurant ? [{ ...rating, restaurant }] : []))
  })

  const handleUserRatings = async (call: Call<typeof listUserRatings>) => {
    const { params, viewer } = call
    if (params.id === viewer.id)
      return cachedReply(deps, listUserRatings, call, made => listRatingsOf(made.db, viewer.id), {
        owner: viewer,
      })
    if (!isAdmin(viewer)) throw forbidden()
    if (!(await find(db, 'users', { id: params.id }))) throw userNotFound()
    return listRatingsOf(db, params.id)
  }
  serve(app, listUserRatings, handleUserRatings, { hasEtag: true })
}

/** A user's ratings, latest first. */
const listRatingsOf = (db: Db, userId: number): Promise<Row<'ratings'>[]> =>
  list(db, 'ratings', { userId }, { order: ['-updatedAt', '-id'] })

import type { FastifyInstance } from 'fastify'
import {
  createRating,
  getUserRating,
  listOwnRatings,
  listReviews,
  listUserRatings,
  updateRating,
} from '#contract/ratings.ts'
import { isAdmin } from '#domain/roles.ts'
import {
  countReviews,
  findOwnRating,
  findRatingOf,
  listRatingsOf,
  listReviewRows,
} from '#server/data/ratings-store.ts'
import { findUser } from '#server/data/users-store.ts'
import type { Deps } from '#server/deps.ts'
import { readRestaurants } from '#server/features/restaurants/present-restaurant.ts'
import { requireRestaurant } from '#server/features/restaurants/require-restaurant.ts'
import { forbidden, notFound, userNotFound } from '#server/http/errors.ts'
import { sendTotal } from '#server/http/paging.ts'
import { type Call, serve } from '#server/http/serve.ts'
import { cachedReply } from '#server/http/serve-cached.ts'
import { changeRating, rate } from './rate.ts'

export function ratingsApi(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  serve(app, createRating, async ({ body, viewer }) => {
    const { rating, isNew } = await rate(deps, viewer.id, body.restaurantId, body)
    return { status: isNew ? 201 : 200, body: rating } as const
  })

  serve(
    app,
    updateRating,
    async ({ params, body, viewer }) => changeRating(deps, viewer.id, params.id, body),
    { readStored: ({ params, viewer }) => findOwnRating(db, params.id, viewer.id) },
  )

  serve(app, getUserRating, async ({ params, viewer }) => {
    const rating = await findRatingOf(db, viewer.id, params.id)
    if (!rating) throw notFound('You have not rated this restaurant')
    return rating
  })

  serve(app, listReviews, async ({ params, query, reply }) => {
    await requireRestaurant(db, params.id)
    const rows = await listReviewRows(db, params.id, query)
    sendTotal(reply, await countReviews(db, params.id, query.department))
    return rows.map(({ firstName, lastName, department, ...rating }) => ({
      ...rating,
      user: { id: rating.userId, firstName, lastName, department },
    }))
  })

  serve(app, listOwnRatings, async ({ viewer }) => {
    const ratings = await listRatingsOf(db, viewer.id)
    const restaurants = await readRestaurants(
      db,
      ratings.map(rating => rating.restaurantId),
    )
    return ratings.flatMap(rating => {
      const restaurant = restaurants.get(rating.restaurantId)
      return restaurant ? [{ ...rating, restaurant }] : []
    })
  })

  const handleUserRatings = async (call: Call<typeof listUserRatings>) => {
    const { params, viewer } = call
    if (params.id === viewer.id)
      return cachedReply(deps, listUserRatings, call, made => listRatingsOf(made.db, viewer.id), {
        owner: viewer,
      })
    if (!isAdmin(viewer)) throw forbidden()
    if (!(await findUser(db, params.id))) throw userNotFound()
    return listRatingsOf(db, params.id)
  }
  serve(app, listUserRatings, handleUserRatings, { hasEtag: true })
}

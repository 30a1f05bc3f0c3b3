import type { FastifyInstance } from 'fastify'
import {
  createRatingFor,
  deleteAnyRating,
  listAllRatings,
  saveRatingsFor as saveRatingsForCall,
  updateAnyRating,
} from '#contract/admin-ratings.ts'
import { findAdminRating } from '#server/data/admin-ratings-store.ts'
import type { Deps } from '#server/deps.ts'
import { sendTotal } from '#server/http/paging.ts'
import { serve } from '#server/http/serve.ts'
import { deleteRating, editRating, presentRating, rateFor } from './admin-rate.ts'
import { saveRatingsFor } from './save-ratings-for.ts'
import { searchRatings } from './search-ratings.ts'

export function adminRatingsApi(app: FastifyInstance, deps: Deps): void {
  serve(app, listAllRatings, async ({ query, reply }) => {
    const { rows, total } = await searchRatings(deps.db, query)
    sendTotal(reply, total)
    return rows.map(presentRating)
  })

  serve(app, createRatingFor, async call => {
    const { rating, isNew } = await rateFor(deps, call.body, call)
    return { status: isNew ? 201 : 200, body: presentRating(rating) } as const
  })

  serve(
    app,
    updateAnyRating,
    async call => presentRating(await editRating(deps, call.params.id, call.body, call)),
    {
      readStored: ({ params }) => findAdminRating(deps.db, params.id),
    },
  )

  serve(app, deleteAnyRating, async call => deleteRating(deps, call.params.id, call))

  serve(app, saveRatingsForCall, async call =>
    saveRatingsFor(deps, call.body.userId, call.body.ratings, call),
  )
}

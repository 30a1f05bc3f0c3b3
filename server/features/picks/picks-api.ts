import type { FastifyInstance } from 'fastify'
import { pickRestaurant } from '#contract/picks.ts'
import type { Deps } from '#server/deps.ts'
import { presentRestaurant } from '#server/features/restaurants/present-restaurant.ts'
import { requireCampus } from '#server/features/restaurants/require-restaurant.ts'
import { rowsByName } from '#server/features/restaurants/rows-by-name.ts'
import { serve } from '#server/http/serve.ts'
import { pickFor } from './pick-among.ts'

export function picksApi(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  serve(app, pickRestaurant, async ({ params, query, viewer }) => {
    await requireCampus(db, params.campusCode)
    const rows = await rowsByName(deps, params.campusCode)
    return presentRestaurant(db, await pickFor(deps, rows, query, viewer.id))
  })
}

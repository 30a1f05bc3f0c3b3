import type { FastifyInstance } from 'fastify'
import { requireCampus } from '#features/campuses/server/campuses-store.ts'
import { presentRestaurant } from '#features/restaurants/server/present-restaurant.ts'
import { rowsByName } from '#features/restaurants/server/rows-by-name.ts'
import type { Deps } from '#kit/server/deps.ts'
import { serve } from '#kit/server/http/serve.ts'
import { pickRestaurant } from '../contract.ts'
import { pickFor } from './pick-among.ts'

export function picksApi(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  serve(app, pickRestaurant, async ({ params, query, viewer }) => {
    await requireCampus(db, params.campusCode)
    const rows = await rowsByName(deps, params.campusCode)
    return presentRestaurant(db, await pickFor(deps, rows, query, viewer.id))
  })
}

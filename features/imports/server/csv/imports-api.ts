import type { FastifyInstance } from 'fastify'
import { importRatings as importRatingsCall } from '#features/ratings/admin-ratings-contract.ts'
import type { Deps } from '#kit/server/deps.ts'
import { serve } from '#kit/server/http/serve.ts'
import { importRestaurants } from '../../contract.ts'
import { importRatings } from './import-ratings.ts'
import { importRestaurantFile, previewRestaurantFile } from './import-restaurants.ts'

export function importsApi(app: FastifyInstance, deps: Deps): void {
  serve(app, importRestaurants, async call => {
    const input = { file: call.file, ...call.body }
    return call.query.preview === true
      ? previewRestaurantFile(deps, input)
      : importRestaurantFile(deps, input, call)
  })

  serve(app, importRatingsCall, async call => {
    const isPreview = call.query.preview === true
    return importRatings(deps, { file: call.file, isPreview }, call)
  })
}

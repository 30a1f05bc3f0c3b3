import type { FastifyInstance } from 'fastify'
import { importRestaurants } from '#contract/imports.ts'
import type { Deps } from '#server/deps.ts'
import { serve } from '#server/http/serve.ts'
import { importRestaurantFile, previewRestaurantFile } from './import-restaurants.ts'

export function importsApi(app: FastifyInstance, deps: Deps): void {
  serve(app, importRestaurants, async call => {
    const wish = { file: call.file, campusCode: call.body.campusCode }
    return call.query.preview === 'true'
      ? previewRestaurantFile(deps, wish)
      : importRestaurantFile(deps, wish, call)
  })
}

import type { FastifyInstance } from 'fastify'
import { importFromYelp, searchYelp } from '#contract/yelp.ts'
import type { Deps } from '#server/deps.ts'
import { serve } from '#server/http/serve.ts'
import { requireYelp } from '../services.ts'
import { importBusinesses } from './import-from-yelp.ts'
import { searchAroundCampus } from './search-yelp.ts'

const fiveMiles = 8047

export function yelpApi(app: FastifyInstance, deps: Deps): void {
  serve(app, searchYelp, async ({ query: { campusCode, radius = fiveMiles } }) =>
    searchAroundCampus(deps, requireYelp(deps), { campusCode, radius }),
  )

  serve(app, importFromYelp, async call => importBusinesses(deps, requireYelp(deps), call.body, call))
}

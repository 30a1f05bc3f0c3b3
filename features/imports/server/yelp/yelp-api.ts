import type { FastifyInstance } from 'fastify'
import { invalidCampus } from '#features/campuses/server/campuses-store.ts'
import { listPlaces } from '#features/restaurants/server/restaurants-store.ts'
import { find } from '#kit/server/database/rows.ts'
import type { Deps } from '#kit/server/deps.ts'
import { serve } from '#kit/server/http/serve.ts'
import { importFromYelp, searchYelp, YelpRestaurant } from '../../yelp-contract.ts'
import { keysOf } from '../duplicates.ts'
import { carryOut } from '../runs/import-run.ts'
import { requireYelp } from '../services.ts'
import { toSearchResult } from './read-business.ts'
import { yelpImport } from './yelp-import.ts'

const fiveMiles = 8047

export function yelpApi(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  serve(app, searchYelp, async ({ query: { campusCode, radius = fiveMiles } }) => {
    const yelp = requireYelp(deps)
    const campus = await find(db, 'campuses', { code: campusCode })
    if (!campus) throw invalidCampus()
    const { businesses, total } = await yelp.search(campus, radius)
    const present = new Set((await listPlaces(db, [campusCode])).flatMap(keysOf))
    const restaurants = businesses
      // A business with an id that our API would reject could not be imported.
      .filter(({ id }) => YelpRestaurant.shape.id.safeParse(id).success)
      .map(business => {
        const result = toSearchResult(business, yelp.url)
        const alreadyImported = keysOf({ ...result, yelpId: result.id }).some(key => present.has(key))
        return { ...result, alreadyImported }
      })
    return { restaurants, total: Math.round(total) }
  })

  serve(app, importFromYelp, async call => {
    const { campusCode, yelpIds: ids } = call.body
    return (await carryOut(deps, yelpImport, { campusCode, ids }, call)).result
  })
}

import type { FastifyInstance } from 'fastify'
import type { Deps } from '#kit/server/deps.ts'
import { serve } from '#kit/server/http/serve.ts'
import {
  applyOsm,
  getOsmComparison,
  importFromOsm,
  listOsmDifferences,
  searchOsm,
  startOsmComparison,
  undoOsm,
} from '../../osm-contract.ts'
import { requireOverpass } from '../services.ts'
import { applyFromOsm, undoFromOsm } from './apply-osm.ts'
import { type Around, findPlacesAround } from './around-campus.ts'
import { readComparison, startComparison } from './compare-with-osm.ts'
import { importPlaces } from './import-from-osm.ts'
import { differencesOf } from './osm-differences.ts'
import { keepLikeliest, type Match } from './read-osm.ts'

export function osmApi(app: FastifyInstance, deps: Deps): void {
  /** OpenStreetMap's places around a campus, each with the restaurant that it most likely is. */
  const matchesAround = async (around: Around) => {
    const { places, findMatch } = await findPlacesAround(deps, requireOverpass(deps), around)
    return places.map(place => ({ ...place, match: findMatch(place.details) }))
  }

  serve(app, searchOsm, async ({ query }) =>
    (await matchesAround(query)).map(({ details: { remarks: _, ...details }, match, distance }) => ({
      ...details,
      distance,
      restaurantId: match?.id ?? null,
    })),
  )

  serve(app, importFromOsm, async call => importPlaces(deps, requireOverpass(deps), call.body, call))

  serve(app, listOsmDifferences, async ({ query }) => {
    const found = new Map<number, Match>()
    for (const { details, match } of await matchesAround(query))
      if (match) keepLikeliest(found, { restaurant: match, place: details })
    return [...found.values()]
      .map(({ restaurant, place }) => differencesOf(restaurant, place))
      .filter(({ fields }) => fields.length > 0)
  })

  serve(app, getOsmComparison, async ({ query }) => readComparison(deps, query))

  serve(app, startOsmComparison, async ({ query, viewer }) => {
    requireOverpass(deps)
    return startComparison(deps, query, viewer.id)
  })

  serve(app, applyOsm, async call => applyFromOsm(deps, requireOverpass(deps), call.body, call))
  serve(app, undoOsm, async call => undoFromOsm(deps, call.body, call))
}

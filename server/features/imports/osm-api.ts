import type { FastifyInstance } from 'fastify'
import { applyOsm, importFromOsm, listOsmDifferences, searchOsm, undoOsm } from '#contract/osm.ts'
import { greatCircleMiles } from '#domain/distance.ts'
import { findCampusByCode } from '#server/data/campuses-store.ts'
import { listRestaurantRowsOfCampus } from '#server/data/restaurants-store.ts'
import type { CampusRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { invalidCampus } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { applyFromOsm, undoFromOsm } from './apply-osm.ts'
import { importPlaces } from './import-from-osm.ts'
import { differencesOf } from './osm-differences.ts'
import { factsOf, findMatch } from './read-osm.ts'
import { requireOverpass } from './services.ts'

export function osmApi(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  const requireCampus = async (code: string): Promise<CampusRow> => {
    const campus = await findCampusByCode(db, code)
    if (!campus) throw invalidCampus()
    return campus
  }
  /** What OpenStreetMap knows around a campus, with the restaurant that each place most likely is. */
  const placesAround = async ({ campusCode, radius }: { campusCode: string; radius: number }) => {
    const overpass = requireOverpass(deps)
    const campus = await requireCampus(campusCode)
    const elements = await overpass.around(campus, radius)
    const restaurants = await listRestaurantRowsOfCampus(db, campusCode)
    return elements
      .flatMap(element => factsOf(element) ?? [])
      .map(facts => ({
        facts,
        match: findMatch(facts, restaurants),
        distance: Math.round(greatCircleMiles(campus, facts) * 10) / 10,
      }))
      .sort((a, b) => a.distance - b.distance)
  }

  serve(app, searchOsm, async ({ query }) =>
    (await placesAround(query)).map(({ facts, match, distance }) => ({
      ...facts,
      distance,
      restaurantId: match?.id ?? null,
    })),
  )

  serve(app, importFromOsm, async call => importPlaces(deps, requireOverpass(deps), call.body, call))

  serve(app, listOsmDifferences, async ({ query }) => {
    const seen = new Set<number>()
    return (await placesAround(query)).flatMap(({ facts, match }) => {
      // One of ours is compared with the nearest of theirs.
      if (!match || seen.has(match.id)) return []
      seen.add(match.id)
      const difference = differencesOf(match, facts)
      return difference.fields.length > 0 ? [difference] : []
    })
  })

  serve(app, applyOsm, async call => applyFromOsm(deps, requireOverpass(deps), call.body, call))
  serve(app, undoOsm, async call => undoFromOsm(deps, call.body, call))
}

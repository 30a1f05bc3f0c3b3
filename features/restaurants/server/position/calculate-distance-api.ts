import type { FastifyInstance } from 'fastify'
import { isTooFar, tooFarFromCampus } from '#features/campuses/reach.ts'
import { invalidCampus, requireCampus } from '#features/campuses/server/campuses-store.ts'
import { locate, normalizedAddress } from '#features/geocoding/server/locate.ts'
import { estimateTravel, formatDistance, formatTravelTime, type Point, pointOf } from '#kit/rules/distance.ts'
import { list } from '#kit/server/database/rows.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { HttpError, invalid } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { nullIfRejected } from '#kit/server/outbound/service-error.ts'
import { calculateDistance, noSuchAddress } from '../../travel-contract.ts'

const noService = 'No distance service is configured. Please enter distance and travel time.'

export function calculateDistanceApi(app: FastifyInstance, deps: Deps): void {
  serve(app, calculateDistance, async ({ body: { address, campusCode, latitude, longitude } }) => {
    const campus = await requireCampus(deps.db, campusCode, invalidCampus)
    const { mapbox, geocoder } = deps
    const given = latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
    const point = given ?? (await findPosition(deps, { address, campus }))
    if (point === undefined && !mapbox && !geocoder)
      throw new HttpError(503, noService, { code: 'not_configured' })
    if (point === 'too far' || (given && isTooFar(campus, given))) throw invalid('address', tooFarFromCampus)
    if (typeof point !== 'object') throw invalid('address', noSuchAddress)
    const travel = mapbox ? await nullIfRejected(mapbox.drive(campus, point)) : estimateTravel(campus, point)
    if (!travel) throw invalid('address', noSuchAddress)
    return {
      distanceInMiles: travel.distance,
      travelTimeMinutes: travel.travelTime,
      distanceText: formatDistance(travel.distance),
      durationText: formatTravelTime(travel.travelTime),
      estimated: mapbox === null,
      ...point,
    }
  })
}

type Wanted = { address: string; campus: Row<'campuses'> }

/** Unless distances are measured by road, the position of a restaurant with this address saves asking a geocoder. */
async function findPosition(deps: Deps, wanted: Wanted) {
  const known = deps.mapbox && deps.geocoder ? null : await findKnown(deps, wanted)
  return known ?? locate(deps, wanted)
}

/** The coordinates of a restaurant that has this address, if any. */
async function findKnown({ db }: Deps, { address, campus }: Wanted): Promise<Point | null> {
  const requested = normalizedAddress(address)
  for (const row of await list(db, 'restaurants', { campusCode: campus.code }, { order: ['id'] })) {
    const point = pointOf(row)
    if (point && normalizedAddress(row.address) === requested) return point
  }
  return null
}

import { type calculateDistance as calculateDistanceCall, noSuchAddress } from '#contract/distances.ts'
import type { Body, Reply } from '#contract/endpoint.ts'
import {
  estimateTravel,
  formatDistance,
  formatTravelTime,
  type Point,
  type Travel,
} from '#domain/distance.ts'
import { findCampusByCode } from '#server/data/campuses-store.ts'
import { normalizedAddress, type Place } from '#server/data/geocodes-store.ts'
import { listRestaurantRowsOfCampus } from '#server/data/restaurants-store.ts'
import type { Deps } from '#server/deps.ts'
import { HttpError, invalid, invalidCampus } from '#server/http/errors.ts'
import { isRejected, type Mapbox } from '#server/integrations/mapbox.ts'
import { locate } from './locate.ts'

const noService = 'No distance service is configured. Please enter distance and travel time.'

export async function calculateDistance(
  deps: Deps,
  { address, campusCode }: Body<typeof calculateDistanceCall>,
): Promise<Reply<typeof calculateDistanceCall>> {
  const campus = await findCampusByCode(deps.db, campusCode)
  if (!campus) throw invalidCampus()
  const { mapbox } = deps
  const point =
    (await locate(deps, { address, campus })) ??
    (mapbox ? null : await findKnown(deps, { address, campusCode }))
  if (!point && !mapbox) throw new HttpError(503, noService)
  const travel = point && (mapbox ? await drive(mapbox, campus, point) : estimateTravel(campus, point))
  if (!travel) throw invalid('address', noSuchAddress)
  return {
    distanceInMiles: travel.distance,
    travelTimeMinutes: travel.travelTime,
    distanceText: formatDistance(travel.distance),
    durationText: formatTravelTime(travel.travelTime),
    estimated: mapbox === null,
  }
}

async function drive(mapbox: Mapbox, from: Point, to: Point): Promise<Travel | null> {
  try {
    return await mapbox.drive(from, to)
  } catch (error) {
    if (isRejected(error)) return null
    throw error
  }
}

/** The coordinates of a restaurant that has this address. */
async function findKnown({ db }: Deps, { address, campusCode }: Place): Promise<Point | null> {
  const wanted = normalizedAddress(address)
  for (const row of await listRestaurantRowsOfCampus(db, campusCode)) {
    const { latitude, longitude } = row
    if (latitude !== null && longitude !== null && normalizedAddress(row.address) === wanted)
      return { latitude, longitude }
  }
  return null
}

import { tooFarFromCampus } from '#contract/distances.ts'
import { estimateTravel, isTooFar, type Point } from '#domain/distance.ts'
import { seconds } from '#domain/units.ts'
import { findCampusByCode } from '#server/data/campuses-store.ts'
import type { CampusRow, RestaurantRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { invalid } from '#server/http/errors.ts'
import { locate } from '#server/integrations/locate.ts'
import { ServiceError } from '#server/integrations/service.ts'

export type Position = Pick<RestaurantRow, keyof Point>
type Given = { latitude?: number | null | undefined; longitude?: number | null | undefined }
type PositionProblem = { positionProblem?: string }

/** Nobody who saves a form waits longer for the geocoder. */
const patience = 5 * seconds

/**
 * Looks an address up before it is saved, so that its position is known by then; nothing is waited for within the
 * transaction. Without an answer the restaurant is saved as well, and the problem is returned.
 */
export async function askAhead(
  deps: Deps,
  { address, campusCode }: { address: string; campusCode: string },
): Promise<PositionProblem> {
  const campus = deps.geocoder && (await findCampusByCode(deps.db, campusCode))
  if (!campus) return {}
  try {
    const where = await locate(deps, { address, campus }, AbortSignal.timeout(patience))
    if (where === 'too far') return { positionProblem: tooFarFromCampus }
    return where === 'nowhere' ? { positionProblem: notOnMap } : {}
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { positionProblem: error.message }
  }
}

const notOnMap = 'No position was found for this address. Set it on the map, or check the address.'

/** A position as it would be with what is given of one; half a position or one too far away is refused. */
export function givenPosition(before: Position, given: Given, campus: CampusRow): Position | undefined {
  const { latitude = before.latitude, longitude = before.longitude } = given
  if (given.latitude === undefined && given.longitude === undefined) return undefined
  if (latitude === null && longitude === null) return { latitude, longitude }
  if (latitude === null) throw invalid('latitude', 'Latitude is required')
  if (longitude === null) throw invalid('longitude', 'Longitude is required')
  if (isTooFar(campus, { latitude, longitude })) throw invalid('latitude', tooFarFromCampus)
  return { latitude, longitude }
}

/** Where somewhere near the campus before is too far from the one that it has now, as a position that is given would be. */
export const isLeftBehind = (
  { campusCode, latitude, longitude }: Pick<RestaurantRow, 'campusCode' | keyof Point>,
  campus: CampusRow,
): boolean =>
  campus.code !== campusCode &&
  latitude !== null &&
  longitude !== null &&
  isTooFar(campus, { latitude, longitude })

/** The estimate from a campus to a position, where there is one. */
export const estimateTo = (campus: CampusRow, { latitude, longitude }: Position) =>
  latitude === null || longitude === null ? null : estimateTravel(campus, { latitude, longitude })

/** An estimate, or a distance that nobody knew, follows the position; what was measured or typed in stays. */
export const followsPosition = ({
  distance,
  distanceIsEstimated,
}: Pick<RestaurantRow, 'distance' | 'distanceIsEstimated'>): boolean =>
  distanceIsEstimated || distance === null

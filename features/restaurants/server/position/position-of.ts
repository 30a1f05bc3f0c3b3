import { findCampusByCode } from '#features/campuses/server/campuses-store.ts'
import { findStoredLocations, locate } from '#features/geocoding/server/locate.ts'
import { estimateTravel, isTooFar, type Point, pointOf, tooFarFromCampus } from '#kit/rules/distance.ts'
import { seconds } from '#kit/rules/units.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { invalid } from '#kit/server/http/errors.ts'
import { ServiceError } from '#kit/server/outbound/service-error.ts'

export type Position = Pick<Row<'restaurants'>, keyof Point>
type Given = { latitude?: number | null; longitude?: number | null }
type PositionProblem = { positionProblem?: string }

/** Saving a form waits no longer than this for the geocoder. */
const timeoutMs = 5 * seconds

/**
 * Looks up an address before it is saved, so that the transaction does not wait for the geocoder. If this fails, the
 * restaurant is saved anyway and the problem is returned.
 */
export async function geocodeBeforeSaving(
  deps: Deps,
  { address, campusCode }: { address: string; campusCode: string },
): Promise<PositionProblem> {
  const campus = deps.geocoder && (await findCampusByCode(deps.db, campusCode))
  if (!campus) return {}
  try {
    const where = await locate(deps, { address, campus }, AbortSignal.timeout(timeoutMs))
    if (where === 'too far') return { positionProblem: tooFarFromCampus }
    return where === 'nowhere' ? { positionProblem: notOnMap } : {}
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { positionProblem: error.message }
  }
}

const notOnMap = 'No position was found for this address. Set it on the map, or check the address.'

/** The position of an address that was looked up before the transaction, or earlier. */
export async function lookedUpPosition(
  tx: Db,
  deps: Deps,
  { address, campus }: { address: string; campus: Row<'campuses'> },
): Promise<Position> {
  const [where] = await findStoredLocations({ ...deps, db: tx }, [{ address, campus }])
  return typeof where === 'object' ? where : noPosition
}

export const noPosition = { latitude: null, longitude: null }

/** Merges given coordinates into a position, undefined if none are given; throws if incomplete or too far away. */
export function givenPosition(
  before: Position & { campusCode?: string },
  input: Given,
  campus: Row<'campuses'>,
): Position | undefined {
  const { latitude = before.latitude, longitude = before.longitude } = input
  if (input.latitude === undefined && input.longitude === undefined) return undefined
  if (latitude === null && longitude === null) return { latitude, longitude }
  if (latitude === null) throw invalid('latitude', 'Latitude is required')
  if (longitude === null) throw invalid('longitude', 'Longitude is required')
  const isMoved = latitude !== before.latitude || longitude !== before.longitude
  if ((isMoved || before.campusCode !== campus.code) && isTooFar(campus, { latitude, longitude }))
    throw invalid('latitude', tooFarFromCampus)
  return { latitude, longitude }
}

/** Whether a restaurant gets a new campus that is too far from its position. */
export function isTooFarFromNewCampus(
  row: Pick<Row<'restaurants'>, 'campusCode' | keyof Point>,
  campus: Row<'campuses'>,
): boolean {
  const point = pointOf(row)
  return campus.code !== row.campusCode && point !== null && isTooFar(campus, point)
}

/** The estimated travel from a campus to a position; null without a position. */
export function estimateTo(campus: Row<'campuses'>, position: Position) {
  const point = pointOf(position)
  return point && estimateTravel(campus, point)
}

/** An estimated or unknown distance is updated with the position; one that was measured or typed stays. */
export const followsPosition = ({
  distance,
  distanceIsEstimated,
}: Pick<Row<'restaurants'>, 'distance' | 'distanceIsEstimated'>): boolean =>
  distanceIsEstimated || distance === null

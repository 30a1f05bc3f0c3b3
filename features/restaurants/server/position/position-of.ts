import { isTooFar, tooFarFromCampus } from '#features/campuses/reach.ts'
import { findStoredLocations, locate, normalizedAddress } from '#features/geocoding/server/locate.ts'
import { estimateTravel, isSamePoint, type Point, pointOf } from '#kit/rules/distance.ts'
import { seconds } from '#kit/rules/units.ts'
import { find } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { invalid } from '#kit/server/http/errors.ts'
import { ServiceError } from '#kit/server/outbound/service-error.ts'

type Position = Pick<Row<'restaurants'>, keyof Point>
type Given = { latitude?: number | null; longitude?: number | null }
type Edit = Given & { address?: string; campusCode?: string }
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
  const campus = deps.geocoder && (await find(deps.db, 'campuses', { code: campusCode }))
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

const hasNoPosition = ({ latitude, longitude }: Given) => latitude === undefined && longitude === undefined

/** Looks up a new address that comes without a position, before anything is locked. */
export async function geocodeNewAddress(deps: Deps, id: number, edit: Edit): Promise<PositionProblem> {
  const isNew = edit.address !== undefined || edit.campusCode !== undefined
  const before = isNew && hasNoPosition(edit) && (await find(deps.db, 'restaurants', { id }))
  if (!before) return {}
  const after = { address: edit.address ?? before.address, campusCode: edit.campusCode ?? before.campusCode }
  if (hasNewAddress(before, after)) return geocodeBeforeSaving(deps, after)
  const campus = await find(deps.db, 'campuses', { code: after.campusCode })
  return campus && isTooFarFromNewCampus(before, campus) ? { positionProblem: tooFarFromCampus } : {}
}

/** The position of a new restaurant: set by hand, or where its address was found. */
export async function newPosition(
  tx: Db,
  deps: Deps,
  { form, campus }: { form: Given & { address: string }; campus: Row<'campuses'> },
): Promise<Position> {
  const byHand = givenPosition(noPosition, form, campus)
  return typeof byHand?.latitude === 'number'
    ? byHand
    : lookedUpPosition(tx, deps, { address: form.address, campus })
}

/** Returns a position set by hand; otherwise the position belongs to the address and campus and changes with them. */
export async function positionAfter(
  tx: Db,
  deps: Deps,
  { before, edit, campus }: { before: Row<'restaurants'>; edit: Edit; campus: Row<'campuses'> },
): Promise<Position> {
  // After moving a pin, the form sends only the coordinates that changed.
  const byHand = givenPosition(before, edit, campus)
  if (byHand) return byHand
  const { latitude, longitude } = before
  const address = edit.address ?? before.address
  if (hasNewAddress(before, { address })) return lookedUpPosition(tx, deps, { address, campus })
  return isTooFarFromNewCampus(before, campus) ? noPosition : { latitude, longitude }
}

/** The position of an address that was looked up before the transaction, or earlier. */
async function lookedUpPosition(
  tx: Db,
  deps: Deps,
  { address, campus }: { address: string; campus: Row<'campuses'> },
): Promise<Position> {
  const [where] = await findStoredLocations({ ...deps, db: tx }, [{ address, campus }])
  return typeof where === 'object' ? where : noPosition
}

const noPosition = { latitude: null, longitude: null }

/** Where a restaurant is, as its columns have it, with the estimated drive from its campus. */
export const placedAt = (campus: Point, { latitude, longitude }: Point) => ({
  latitude,
  longitude,
  ...estimateTravel(campus, { latitude, longitude }),
  distanceIsEstimated: true,
})

const unknownTravel = { distance: null, travelTime: 0, distanceIsEstimated: false }
/** The same for a restaurant without a position. */
export const unplaced = { ...noPosition, ...unknownTravel }

/** Merges given coordinates into a position, undefined if none are given; throws if incomplete or too far away. */
function givenPosition(
  before: Position & { campusCode?: string },
  input: Given,
  campus: Row<'campuses'>,
): Position | undefined {
  const { latitude = before.latitude, longitude = before.longitude } = input
  if (input.latitude === undefined && input.longitude === undefined) return undefined
  if (latitude === null && longitude === null) return { latitude, longitude }
  if (latitude === null) throw invalid('latitude', 'Latitude is required')
  if (longitude === null) throw invalid('longitude', 'Longitude is required')
  const isMoved = !isSamePoint(before, { latitude, longitude })
  if ((isMoved || before.campusCode !== campus.code) && isTooFar(campus, { latitude, longitude }))
    throw invalid('latitude', tooFarFromCampus)
  return { latitude, longitude }
}

/** Whether a restaurant gets a new campus that is too far from its position. */
function isTooFarFromNewCampus(
  row: Pick<Row<'restaurants'>, 'campusCode' | keyof Point>,
  campus: Row<'campuses'>,
): boolean {
  const point = pointOf(row)
  return campus.code !== row.campusCode && point !== null && isTooFar(campus, point)
}

/** Whether these are the estimated values, which a form may have been filled in with. */
export function isEstimate(
  campus: Row<'campuses'>,
  { distance, travelTime, ...position }: { distance?: number | null; travelTime?: number } & Position,
): boolean {
  const estimate = estimateTo(campus, position)
  return estimate !== null && estimate.distance === distance && estimate.travelTime === travelTime
}

/** What an edit makes of a distance: estimated again after a change of position or campus, unless measured or typed. */
export function travelAfter(
  campus: Row<'campuses'>,
  before: Row<'restaurants'>,
  form: Partial<Row<'restaurants'>> & Position,
) {
  const after = { ...before, ...form }
  // A typed value is no longer an estimate; a form that sends back the old values changes nothing.
  if (after.distance !== before.distance || after.travelTime !== before.travelTime)
    return { distanceIsEstimated: isEstimate(campus, after) }
  const isFromOtherCampus = before.campusCode !== campus.code
  const isMoved = !isSamePoint(before, after)
  if (!(isFromOtherCampus || isMoved) || !followsPosition(before)) return {}
  const estimate = estimateTo(campus, after)
  if (estimate) return { ...estimate, distanceIsEstimated: true }
  return isFromOtherCampus && before.distanceIsEstimated ? unknownTravel : {}
}

const hasNewAddress = (before: Row<'restaurants'>, after: { address: string }) =>
  normalizedAddress(after.address) !== normalizedAddress(before.address)

/** The estimated travel from a campus to a position; null without a position. */
function estimateTo(campus: Row<'campuses'>, position: Position) {
  const point = pointOf(position)
  return point && estimateTravel(campus, point)
}

/** An estimated or unknown distance is updated with the position; one that was measured or typed stays. */
export const followsPosition = ({
  distance,
  distanceIsEstimated,
}: Pick<Row<'restaurants'>, 'distance' | 'distanceIsEstimated'>): boolean =>
  distanceIsEstimated || distance === null

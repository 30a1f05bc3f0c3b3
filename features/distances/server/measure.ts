import { isTooFar, tooFarFromCampus } from '#features/campuses/reach.ts'
import { listCampusRows } from '#features/campuses/server/campuses-store.ts'
import { findStoredLocations, type LocateResult } from '#features/geocoding/server/locate.ts'
import type { Mapbox } from '#features/geocoding/server/mapbox.ts'
import { noSuchAddress } from '#features/restaurants/travel-contract.ts'
import { estimateTravel, type Point, pointOf, type Travel } from '#kit/rules/distance.ts'
import { list } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { retryLimited, ServiceError } from '#kit/server/outbound/service-error.ts'

export type RestaurantWithCampus = { row: Row<'restaurants'>; campus: Row<'campuses'> }
/** A restaurant's position and distance, the reason why they aren't known, or that it must be geocoded first. */
export type Outcome = (Point & Travel) | { message: string } | 'unlocated'

type MeasureDeps = Pick<Deps, 'db' | 'now' | 'mapbox' | 'geocoder'>
type Located = RestaurantWithCampus & { point: Point }

const notLocated = 'The position of this address is unknown, and no distance service is configured.'
const noRoad = 'No road from the campus to this address was found.'

/** How many restaurants are read and written at a time: it takes a few milliseconds. */
export const pieceSize = 200

/** Restaurants with their campuses, by id. */
export async function findWithCampuses(db: Db, ids: number[]): Promise<Map<number, RestaurantWithCampus>> {
  return withCampuses(db, await list(db, 'restaurants', { id: ids }))
}

export async function withCampuses(
  db: Db,
  rows: Row<'restaurants'>[],
): Promise<Map<number, RestaurantWithCampus>> {
  const campuses = new Map((await listCampusRows(db)).map(campus => [campus.code, campus]))
  return new Map(
    rows.flatMap(row => {
      const campus = campuses.get(row.campusCode)
      return campus ? [[row.id, { row, campus }]] : []
    }),
  )
}

/** Measures restaurants, of which one matrix request must hold all. Problems with some don't affect the others. */
export async function measure(
  deps: MeasureDeps,
  batch: RestaurantWithCampus[],
  signal: AbortSignal,
): Promise<Map<number, Outcome>> {
  const outcomes = new Map<number, Outcome>()
  const located: Located[] = []
  const positions = await findPositions(deps, batch)
  for (const [index, near] of batch.entries()) {
    const where = positions[index]
    if (typeof where === 'object') located.push({ ...near, point: where })
    else outcomes.set(near.row.id, withoutPoint(deps, where))
  }
  const travels = await travelsTo(deps.mapbox, located, signal)
  for (const [index, { row, point }] of located.entries()) {
    const travel = travels[index] ?? { message: noRoad }
    outcomes.set(row.id, { ...point, ...travel })
  }
  return outcomes
}

/**
 * Keeps a restaurant's position until its address changes, whether it was geocoded or set by hand. Without one, it is
 * where its address was found; undefined if that was not looked up yet.
 */
export async function findPositions(
  deps: Pick<Deps, 'now' | 'geocoder'> & { db: Db },
  batch: RestaurantWithCampus[],
): Promise<LocateResult[]> {
  const wanted = batch.map(({ row, campus }) => ({ address: row.address, campus }))
  const stored = await findStoredLocations(deps, wanted)
  return batch.map(({ row, campus }, index) => {
    const point = pointOf(row)
    if (!point) return stored[index]
    return isTooFar(campus, point) ? 'too far' : point
  })
}

function withoutPoint({ geocoder }: MeasureDeps, where: Exclude<LocateResult, Point>): Outcome {
  if (where === 'too far') return { message: tooFarFromCampus }
  if (where === 'nowhere') return { message: noSuchAddress }
  return geocoder ? 'unlocated' : { message: notLocated }
}

async function travelsTo(
  mapbox: Mapbox | null,
  located: Located[],
  signal: AbortSignal,
): Promise<(Travel | { message: string } | null)[]> {
  if (located.length === 0) return []
  if (!mapbox) return located.map(({ campus, point }) => estimateTravel(campus, point))
  const origins = [...new Map(located.map(({ campus }) => [campus.code, campus])).values()]
  const destinations = located.map(({ campus, point }) => ({
    from: origins.findIndex(({ code }) => code === campus.code),
    to: point,
  }))
  const drives = await askPatiently(() => mapbox.drives(origins, destinations, signal), signal)
  return drives instanceof ServiceError ? located.map(() => ({ message: drives.message })) : drives
}

/** Waits for rate limits, since a recalculation has time. Returns how the service failed if it did. */
export const askPatiently = <T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T | ServiceError> =>
  retryLimited(ask, { attempts: 4, longest: () => 120, signal }).catch(error => {
    if (error instanceof ServiceError) return error
    throw error
  })

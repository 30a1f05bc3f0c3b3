import { noSuchAddress } from '#contract/distances.ts'
import { estimateTravel, type Point, type Travel } from '#domain/distance.ts'
import type { CampusRow, RestaurantRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Mapbox } from '#server/integrations/mapbox.ts'
import { ServiceError, waitForLimit } from '#server/integrations/service.ts'
import { locate } from './locate.ts'

export type Near = { row: RestaurantRow; campus: CampusRow }
/** How far a restaurant is, and where; or why that can't be told. */
export type Outcome = (Point & Travel) | { message: string }

type MeasureDeps = Pick<Deps, 'db' | 'now' | 'mapbox'>
type Located = Near & { point: Point }

const notLocated = 'It is not known where this address lies, and no distance service is configured.'
const noRoad = 'No road was found that leads from the campus to this address.'
const tooFar = 'This address seems to lie more than 1,000 miles away. Please check it.'
const farthest = 1000
/** A limit is waited for so long and so often; a recalculation has time. */
const patience = { seconds: 120, attempts: 4 }

/** Measures as many restaurants as one call of the matrix takes: what is wrong with some doesn't stop the others. */
export async function measure(
  deps: MeasureDeps,
  batch: Near[],
  signal: AbortSignal,
): Promise<Map<number, Outcome>> {
  const outcomes = new Map<number, Outcome>()
  const located: Located[] = []
  let trouble: ServiceError | null = null
  for (const near of batch) {
    try {
      // Asking on with a key that is refused, or beyond a limit, would only make it worse.
      if (trouble && needsGeocode(near.row)) throw trouble
      const point = await patiently(() => pointOf(deps, near, signal), signal)
      if (point) located.push({ ...near, point })
      else outcomes.set(near.row.id, { message: point === null ? noSuchAddress : notLocated })
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      if (error.failure === 'key refused' || error.failure === 'limit reached') trouble = error
      outcomes.set(near.row.id, { message: error.message })
    }
  }
  const travels = await travelsTo(deps.mapbox, located, signal)
  for (const [index, { row, point }] of located.entries()) {
    const travel = travels[index] ?? { message: noRoad }
    const isFar = 'distance' in travel && travel.distance > farthest
    outcomes.set(row.id, isFar ? { message: tooFar } : { ...point, ...travel })
  }
  return outcomes
}

const needsGeocode = ({ latitude, longitude }: RestaurantRow) => latitude === null || longitude === null

async function pointOf(deps: MeasureDeps, { row, campus }: Near, signal: AbortSignal) {
  const { latitude, longitude, address } = row
  if (latitude !== null && longitude !== null) return { latitude, longitude }
  return locate(deps, { address, campus }, signal)
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
  try {
    return await patiently(() => mapbox.drives(origins, destinations, signal), signal)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return located.map(() => ({ message: error.message }))
  }
}

/** Repeats what met a limit, once the limit is over. */
async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask()
    } catch (error) {
      const isFinal = !(error instanceof ServiceError) || attempt === patience.attempts
      if (isFinal || !(await waitForLimit(error, patience.seconds, signal))) throw error
    }
  }
}

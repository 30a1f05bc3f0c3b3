import * as z from 'zod/mini'
import { Latitude, Longitude } from '#kit/contract/fields.ts'
import { type Point, type Travel, toTravel } from '#kit/rules/distance.ts'
import { createService } from '#kit/server/outbound/service.ts'

export type Mapbox = ReturnType<typeof createMapbox>

type MapboxOptions = { token: string; url: string }

/** The maximum number of coordinates in one call of the Matrix API, origins and destinations together. */
export const maxCoordinates = 25
const maxQuery = { characters: 256, words: 20 }

/** A client of Mapbox: Geocoding v6, Directions v5 and Matrix v1. Calls throw only ServiceError. */
export function createMapbox({ token, url }: MapboxOptions) {
  const { getJson } = createService({
    name: 'Mapbox',
    url,
    authorize: request => request.url.searchParams.set('access_token', token),
    // Its rate limits are per minute, and its 429 responses don't say how long to wait.
    defaultRetryAfter: 20,
  })

  /** Locates an address, preferably near the given point; null if there is no such address. */
  async function geocode(address: string, near: Point, signal?: AbortSignal): Promise<Point | null> {
    const query = {
      q: searchable(address),
      limit: 1,
      autocomplete: 'false',
      proximity: pair(near),
      // We store the results, which Mapbox allows only with this option.
      permanent: 'true',
    }
    const reply = await getJson('/search/geocode/v6/forward', query, Places, { signal, absent: [] })
    const [place] = reply?.features ?? []
    if (!place || isVague(place.properties?.feature_type)) return null
    const [longitude, latitude] = place.geometry.coordinates
    return { latitude, longitude }
  }

  /** The drive from one point to another; null if there is no road. */
  async function drive(from: Point, to: Point): Promise<Travel | null> {
    const path = `/directions/v5/mapbox/driving/${pair(from)};${pair(to)}`
    const reply = await getJson(path, { overview: 'false' }, Routes, { absent: [] })
    const [route] = reply?.routes ?? []
    return route ? toTravel(route.distance, route.duration) : null
  }

  /**
   * Computes many drives with one request, in the given order. `from` is an index in `origins`. Origins and
   * destinations together must not exceed `maxCoordinates`.
   */
  async function drives(
    origins: Point[],
    destinations: { from: number; to: Point }[],
    signal?: AbortSignal,
  ): Promise<(Travel | null)[]> {
    const points = [...origins, ...destinations.map(({ to }) => to)]
    const query = {
      sources: numbers(0, origins.length),
      destinations: numbers(origins.length, points.length),
      annotations: 'distance,duration',
    }
    const path = `/directions-matrix/v1/mapbox/driving/${points.map(pair).join(';')}`
    const reply = await getJson(path, query, Matrix, { signal, absent: [] })
    return destinations.map(({ from }, to) => {
      const meters = reply?.distances[from]?.[to] ?? null
      const seconds = reply?.durations[from]?.[to] ?? null
      return meters === null || seconds === null ? null : toTravel(meters, seconds)
    })
  }

  /** Resolves if Mapbox accepts the token. */
  async function attempt(): Promise<void> {
    await geocode('Asheville, NC', { latitude: 35.5951, longitude: -82.5515 })
  }

  return { geocode, drive, drives, attempt }
}

// A semicolon would start another query.
function searchable(address: string): string {
  const words = address.replaceAll(';', ',').split(/\s+/).slice(0, maxQuery.words)
  return words.join(' ').slice(0, maxQuery.characters)
}

// Six decimals are precise to about 10 cm.
const pair = ({ latitude, longitude }: Point) =>
  `${Number(longitude.toFixed(6))},${Number(latitude.toFixed(6))}`

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i).join(';')

/** Whether a result is only a town, county or the like. Its center would give a plausible but wrong distance. */
const isVague = (type: string | null | undefined) =>
  ['country', 'region', 'postcode', 'district', 'place', 'locality', 'neighborhood'].includes(type ?? '')

const Places = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([Longitude, Latitude], z.unknown()) }),
      properties: z.nullish(z.object({ feature_type: z.nullish(z.string()) })),
    }),
  ),
})

/** Meters or seconds. Larger values make no sense for lunch, and backups would reject much larger ones. */
const amount = z.number().check(z.minimum(0), z.maximum(5_000_000))
const Routes = z.object({ routes: z.array(z.object({ distance: amount, duration: amount })) })

const Amounts = z.array(z.array(z.nullable(amount)))
const Matrix = z.object({ distances: Amounts, durations: Amounts })

import { estimateTravel, type Point } from '#kit/rules/distance.ts'
import { type FakeReply, type FakeRequest, startFakeService } from './fake-service.ts'

/** A local fake of Mapbox that finds `places` by their address. */
export async function startFakeMapbox(places: Record<string, FakePlace> = {}) {
  const known = new Map(Object.entries(places))
  const fake = await startFakeService(request => replyAsMapbox(known, request))
  const asked = (part: string) => fake.requests.filter(({ path }) => path.startsWith(part)).length
  return {
    ...fake,
    places: known,
    environment: { MAPBOX_TOKEN: fakeMapboxToken, MAPBOX_API_URL: fake.url },
    /** The number of requests of each kind. */
    asked: () => ({
      geocodes: asked('/search/geocode/'),
      directions: asked('/directions/'),
      matrices: asked('/directions-matrix/'),
    }),
  }
}

export const fakeMapboxToken = 'pk.mapbox-test-token_0123456789'

/** A geocoding result; `type` is Mapbox's feature type, by default 'address'. */
type FakePlace = Point & { type?: string }

/**
 * The response of the parts of Mapbox that we use. It requires the token, validates parameters as strictly as Mapbox,
 * finds `places` by their address, and derives routes from our estimate. There are no roads south of 34.9 degrees.
 */
function replyAsMapbox(places: Map<string, FakePlace>, { path, query }: FakeRequest): FakeReply {
  if (query.get('access_token') !== fakeMapboxToken)
    return { status: 401, json: { message: 'Not Authorized - Invalid Token' } }
  if (path === '/search/geocode/v6/forward') return geocode(places, query)
  const [, kind, coordinates] =
    /^\/(directions|directions-matrix)\/v\d\/mapbox\/driving\/(.+)$/.exec(path) ?? []
  if (!coordinates) return undefined
  const points = readPoints(coordinates)
  if (!points) return invalidInput
  return kind === 'directions' ? directions(points) : matrix(points, query)
}

function geocode(places: Map<string, FakePlace>, query: URLSearchParams): FakeReply {
  const text = query.get('q') ?? ''
  if (text === '' || text.includes(';') || text.length > 256 || text.split(/\s+/).length > 20)
    return { status: 422, json: { message: 'Query is not valid' } }
  const place = places.get(text)
  const features = place && {
    type: 'Feature',
    id: 'dXJuOm1ieGFkcjox',
    geometry: { type: 'Point', coordinates: [place.longitude, place.latitude] },
    properties: {
      feature_type: place.type ?? 'address',
      full_address: text,
      coordinates: { longitude: place.longitude, latitude: place.latitude, accuracy: 'rooftop' },
    },
  }
  return { json: { type: 'FeatureCollection', features: features ? [features] : [], attribution: 'fake' } }
}

function directions(points: Point[]): FakeReply {
  const [from, to] = points
  if (points.length !== 2 || !from || !to) return invalidInput
  const leg = drive(from, to)
  if (!leg) return { json: { code: 'NoRoute', message: 'No route found', routes: [] } }
  return { json: { code: 'Ok', uuid: 'fake', routes: [{ ...leg, weight: 1, legs: [] }], waypoints: [] } }
}

function matrix(points: Point[], query: URLSearchParams): FakeReply {
  const chosen = (name: string) => {
    const text = query.get(name)
    return text === null ? points : text.split(';').map(index => points[Number(index)])
  }
  const [sources, destinations] = [chosen('sources'), chosen('destinations')]
  if (points.length > 25 || [...sources, ...destinations].includes(undefined)) return invalidInput
  const table = (of: 'distance' | 'duration') =>
    sources.map(from => destinations.map(to => (from && to ? (drive(from, to)?.[of] ?? null) : null)))
  const [distances, durations] = [table('distance'), table('duration')]
  return { json: { code: 'Ok', distances, durations, sources: [], destinations: [] } }
}

/** Twice the estimate, so that tests can tell the two apart. */
function drive(from: Point, to: Point): { distance: number; duration: number } | null {
  if (to.latitude < 34.9) return null
  const { distance, travelTime } = estimateTravel(from, to)
  return { distance: distance * 2 * 1609.34, duration: travelTime * 2 * 60 }
}

function readPoints(text: string): Point[] | null {
  const points = decodeURIComponent(text)
    .split(';')
    .map(pair => pair.split(',').map(Number))
  const isPoint = ([longitude, latitude]: number[]) => Number.isFinite(longitude) && Number.isFinite(latitude)
  if (!points.every(isPoint)) return null
  return points.map(([longitude = 0, latitude = 0]) => ({ longitude, latitude }))
}

const invalidInput: FakeReply = { status: 422, json: { code: 'InvalidInput', message: 'Invalid input' } }

import { estimateTravel } from '#kit/rules/distance.ts'
import { picture } from '#tests/support/samples/pictures.ts'
import { type FakeReply, type FakeRequest, startFakeService } from './fake-service.ts'

/** A local fake of Yelp. Tests may add to `businesses` and to `photos` (by path, below /photos/). */
export async function startFakeYelp(businesses: FakeBusiness[] = []) {
  const photo = await picture({ width: 800, height: 500 }).jpeg().toBuffer()
  const photos = new Map<string, FakeReply>([['/photos/plain.jpg', { bytes: photo, type: 'image/jpeg' }]])
  const fake = await startFakeService(replyAsYelp(businesses, photos))
  const environment = { YELP_API_KEY: fakeYelpKey, YELP_API_URL: fake.url }
  return { ...fake, businesses, photos, environment }
}

/** A business in Yelp's format, with its position (`where`) and the status of its details if not 200. */
export type FakeBusiness = {
  id: string
  name: string
  where: { latitude: number; longitude: number }
  status?: number
  [field: string]: unknown
}

export const fakeYelpKey = 'yelp-test-key_0123456789'

/**
 * Fakes the parts of Yelp Fusion v3 that we use: it requires the key, validates parameters as strictly, paginates,
 * computes distances and serves photos. Changes to `businesses` and `photos` take effect immediately.
 */
function replyAsYelp(businesses: FakeBusiness[], photos: Map<string, FakeReply>) {
  return (request: FakeRequest): FakeReply => {
    if (request.path.startsWith('/photos/')) return photos.get(request.path)
    if (request.headers.authorization !== `Bearer ${fakeYelpKey}`) return tokenInvalid
    if (request.path === '/v3/businesses/search') return search(businesses, request.query)
    return details(businesses, request.path)
  }
}

function search(businesses: FakeBusiness[], query: URLSearchParams): FakeReply {
  const names = ['latitude', 'longitude', 'radius', 'limit', 'offset']
  const [latitude = 0, longitude = 0, radius = 0, limit = 0, offset = 0] = names.map(name =>
    Number(query.get(name)),
  )
  const isValid =
    Number.isInteger(radius) &&
    radius >= 0 &&
    radius <= 40_000 &&
    limit >= 1 &&
    limit <= 50 &&
    limit + offset <= 240 &&
    query.get('sort_by') === 'distance'
  if (!isValid) return validationError
  const found = businesses
    .map(business => ({ business, distance: metersBetween({ latitude, longitude }, business.where) }))
    .filter(({ distance }) => distance <= radius)
    .toSorted((a, b) => a.distance - b.distance)
  const page = found.slice(offset, offset + limit)
  return {
    json: {
      businesses: page.map(({ business, distance }) => ({ ...inSearch(business), distance })),
      total: found.length,
      region: { center: { latitude, longitude } },
    },
  }
}

function details(businesses: FakeBusiness[], path: string): FakeReply {
  const id = decodeURIComponent(path.replace('/v3/businesses/', ''))
  const business = businesses.find(one => one.id === id)
  if (!business) return { status: 404, json: { error: { code: 'BUSINESS_NOT_FOUND' } } }
  const { where, status = 200, ...fields } = business
  return { status, json: { ...fields, coordinates: where } }
}

// A search returns no hours, attributes or further photos.
const inSearch = ({ where, ...fields }: FakeBusiness) => ({
  ...{ ...fields, coordinates: where },
  ...{ status: undefined, hours: undefined, attributes: undefined, photos: undefined },
})

const metersBetween = (a: FakeBusiness['where'], b: FakeBusiness['where']) =>
  (estimateTravel(a, b).distance / 1.3) * 1609.34

const tokenInvalid = { status: 401, json: { error: { code: 'TOKEN_INVALID' } } }
const validationError = { status: 400, json: { error: { code: 'VALIDATION_ERROR' } } }

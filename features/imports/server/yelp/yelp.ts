import * as z from 'zod/mini'
import type { Point } from '#kit/rules/distance.ts'
import { megabytes } from '#kit/rules/units.ts'
import type { Config } from '#kit/server/config/config.ts'
import { fetchPhoto } from '#kit/server/outbound/photo.ts'
import { createService } from '#kit/server/outbound/service.ts'
import { isRejected, retryLimited, ServiceError } from '#kit/server/outbound/service-error.ts'
import { YelpId } from '../../yelp-contract.ts'

export type Yelp = ReturnType<typeof createYelp>
export type YelpBusiness = z.output<typeof Business>
export type YelpDetails = z.output<typeof Details>

type YelpOptions = {
  apiKey: string
  url: string
  /** How long a search may take, with all its pages, in milliseconds. */
  timeLimit?: number
}

const pageSize = 50
/** Yelp returns no more results of a search than this. */
const maxResults = 240
const maxTries = 3
const photoLimits = { bytes: 5 * megabytes, time: 10_000 }
/** A point in the region of the campuses, for calls where any point will do. */
const samplePoint: Point = { latitude: 35.5951, longitude: -82.5515 }

// Search results show pictures directly from Yelp. Passing on hundreds of them, of which a dozen are looked
// at, would cost this server more than it is worth for an administrator's privacy. Without a key no one
// searches.
export function yelpPictures({ apiKey, url }: Config['yelp']): string[] {
  if (apiKey === null) return []
  const { origin, hostname } = new URL(url)
  return ['https://*.yelpcdn.com', ...(hostname === 'api.yelp.com' ? [] : [origin])]
}

/** A client of Yelp Fusion v3. Calls throw only ServiceError, except `getPhoto`. */
export function createYelp({ apiKey, url, timeLimit = 9_500 }: YelpOptions) {
  const { getJson } = createService({
    name: 'Yelp',
    url,
    authorize: ({ headers }) => headers.set('authorization', `Bearer ${apiKey}`),
    timeLimit: Math.min(timeLimit, 8_000),
    // Errors of its limit per second have no Retry-After.
    defaultRetryAfter: 1,
  })

  async function request<T>(
    path: string,
    query: Record<string, string | number>,
    schema: z.ZodMiniType<T>,
    { signal, secondsLeft }: Deadline,
    absent: number[] = [],
  ): Promise<T | null> {
    const ask = () => getJson(path, query, schema, { signal, absent })
    try {
      return await retryLimited(ask, { attempts: maxTries, longest: secondsLeft })
    } catch (error) {
      // Our requests are well-formed, so if Yelp rejects one as invalid, the key has a wrong format.
      throw isRejected(error)
        ? new ServiceError('key refused', 503, 'Yelp does not accept the configured key.')
        : error
    }
  }

  /** Finds restaurants around a point, nearest first: at most 240, with the total number. */
  async function search(
    point: Point,
    radius: number,
  ): Promise<{ businesses: YelpBusiness[]; total: number }> {
    const until = deadlineIn(timeLimit)
    const businesses = new Map<string, YelpBusiness>()
    let total = 0
    for (let offset = 0; offset < maxResults; offset += pageSize) {
      const page = await searchPage(point, { radius, offset, limit: pageSize }, until)
      total = page.total
      // A restaurant that moves to the next page in the meantime must not appear twice.
      for (const business of page.businesses) businesses.set(business.id, business)
      if (page.businesses.length < pageSize || offset + pageSize >= total) break
    }
    return { businesses: [...businesses.values()], total: Math.max(total, businesses.size) }
  }

  async function searchPage(
    { latitude, longitude }: Point,
    { radius, offset, limit }: { radius: number; offset: number; limit: number },
    until: Deadline,
  ): Promise<SearchResponse> {
    const query = {
      latitude,
      longitude,
      radius,
      categories: 'restaurants',
      sort_by: 'distance',
      limit: Math.min(limit, maxResults - offset),
      offset,
    }
    return (await request('/v3/businesses/search', query, SearchResponse, until)) ?? noResults
  }

  /** All details of a business; null if it does not exist or no longer does. */
  async function getDetails(id: string, until: Deadline): Promise<YelpDetails | null> {
    // 403 means that Yelp doesn't show the business, and 301 that it was merged into another one.
    return request(`/v3/businesses/${encodeURIComponent(id)}`, {}, Details, until, [301, 403, 404])
  }

  /** Resolves if Yelp accepts the key, using the cheapest call. */
  async function attempt(): Promise<void> {
    await searchPage(samplePoint, { radius: 1000, offset: 0, limit: 1 }, deadlineIn(timeLimit))
  }

  /** Downloads a photo. Throws if that fails, or if the URL is not one of Yelp's. */
  async function getPhoto(address: string, signal: AbortSignal): Promise<Buffer> {
    const photo = photoAddress(address, url)
    if (!photo) throw new Error('the photo is not on a Yelp server')
    return fetchPhoto(photo, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(photoLimits.time)]),
      maxBytes: photoLimits.bytes,
      allowPrivateAddresses: photo.origin === new URL(url).origin,
    })
  }

  return { url, timeLimit, search, getDetails, getPhoto, attempt }
}

/** The URL of a photo on Yelp's own servers or on the configured one; null for any other URL. */
export function photoAddress(text: string, yelpUrl: string): URL | null {
  const address = URL.parse(text)
  if (!address || address.username || address.password) return null
  if (address.origin === new URL(yelpUrl).origin) return address
  const isTheirs = /(^|\.)yelpcdn\.com$/.test(address.hostname)
  return isTheirs && address.protocol === 'https:' && address.port === '' ? address : null
}

/** The time by which several related calls must end. */
export type Deadline = { signal: AbortSignal; secondsLeft: () => number }

export function deadlineIn(milliseconds: number): Deadline {
  const end = performance.now() + milliseconds
  return {
    signal: AbortSignal.timeout(milliseconds),
    secondsLeft: () => (end - performance.now()) / 1000,
  }
}

const Text = z.nullish(z.string())

const Business = z.object({
  id: z.string(),
  name: z.string(),
  url: Text,
  image_url: Text,
  display_phone: Text,
  price: Text,
  /** Meters from the point of the search. */
  distance: z.nullish(z.number()),
  is_closed: z.nullish(z.boolean()),
  categories: z.nullish(z.array(z.object({ title: z.string() }))),
  coordinates: z.nullish(z.object({ latitude: z.nullish(z.number()), longitude: z.nullish(z.number()) })),
  location: z.nullish(
    z.object({
      address1: Text,
      address2: Text,
      address3: Text,
      city: Text,
      state: Text,
      zip_code: Text,
    }),
  ),
})

type SearchResponse = z.output<typeof SearchResponse>
const SearchResponse = z.object({ businesses: z.array(Business), total: z.number() })
const noResults: SearchResponse = { businesses: [], total: 0 }

const Details = z.extend(Business, {
  // Validated, because it is stored.
  id: YelpId,
  photos: z.nullish(z.array(z.string())),
  hours: z.nullish(
    z.array(
      z.object({
        hours_type: Text,
        /** Days from Monday (0), times as '1130'. */
        open: z.array(z.object({ day: z.int(), start: z.string(), end: z.string() })),
      }),
    ),
  ),
  attributes: z.nullish(z.object({ business_url: Text })),
})

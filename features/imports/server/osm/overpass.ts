import * as z from 'zod/mini'
import { Latitude, Longitude } from '#kit/contract/fields.ts'
import type { Point } from '#kit/rules/distance.ts'
import { megabytes, metersPerMile, minutes } from '#kit/rules/units.ts'
import { limitConcurrency } from '#kit/server/jobs/concurrency-limit.ts'
import { createService } from '#kit/server/outbound/service.ts'
import { ServiceError } from '#kit/server/outbound/service-error.ts'

export type Overpass = ReturnType<typeof createOverpass>
export type OsmElement = z.output<typeof Element>

type OverpassOptions = {
  url: string
  /** Identifies this installation, as the usage policy requires. */
  userAgent: string
  /** How long one call may take, in milliseconds. */
  timeLimit?: number
  now?: () => number
}

export const osmBusy = 'OpenStreetMap is busy. Try again in a minute.'
const cacheLifetime = 10 * minutes
const maxCached = 20
const amenities = ['restaurant', 'fast_food', 'cafe', 'food_court', 'pub', 'biergarten']

/**
 * A client of the Overpass API, which reads OpenStreetMap. It sends one request at a time, and caches what a search finds
 * for ten minutes.
 */
export function createOverpass({
  url,
  userAgent,
  timeLimit = 30_000,
  now = () => performance.now(),
}: OverpassOptions) {
  const { postJson } = createService({
    name: 'OpenStreetMap',
    url,
    authorize: ({ headers }) => headers.set('user-agent', userAgent),
    timeLimit,
    maxBytes: 10 * megabytes,
    busy: { statuses: [429, 504], message: osmBusy },
  })
  const cache = new Map<string, { elements: OsmElement[]; until: number }>()
  const inTurn = limitConcurrency({ concurrency: 1, maxQueue: Number.POSITIVE_INFINITY })

  /** Finds places to eat around a point that have a name. */
  function around({ latitude, longitude }: Point, miles: number): Promise<OsmElement[]> {
    const circle = `(around:${Math.round(miles * metersPerMile)},${latitude},${longitude})`
    return runQuery(`nwr["name"]["amenity"~"^(${amenities.join('|')})$"]${circle};`)
  }

  /**
   * Finds the places with these ids, such as 'node/123'. Always asks again: a response from before could be older than
   * what a search has shown since.
   */
  function byIds(osmIds: readonly string[]): Promise<OsmElement[]> {
    const parts = ['node', 'way', 'relation'].flatMap(type => {
      const ids = osmIds.filter(id => id.startsWith(`${type}/`)).map(id => id.slice(type.length + 1))
      return ids.length > 0 ? [`${type}(id:${ids.join(',')});`] : []
    })
    return runQuery(`(${parts.join('')});`, { isCached: false })
  }

  const runQuery = (statement: string, { isCached = true } = {}) =>
    inTurn(() => runQueryNow(`[out:json][timeout:25];${statement}out center tags;`, isCached))

  async function runQueryNow(data: string, isCached: boolean): Promise<OsmElement[]> {
    const known = cache.get(data)
    if (known && isCached && now() < known.until) return known.elements
    const response = await postJson('', new URLSearchParams({ data }), OverpassResponse)
    // If Overpass gives up half-way, the response is complete but has an error in `remark`.
    if (!response || /error/i.test(response.remark ?? ''))
      throw new ServiceError('limit reached', 503, osmBusy, { retryAfter: 60 })
    const elements = response.elements.flatMap(element => Element.safeParse(element).data ?? [])
    for (const [key, { until }] of cache) if (now() >= until || cache.size >= maxCached) cache.delete(key)
    if (isCached) cache.set(data, { elements, until: now() + cacheLifetime })
    return elements
  }

  return { around, byIds }
}

const Place = { lat: Latitude, lon: Longitude }
const Tags = z.record(z.string(), z.string())
const Element = z.union([
  z.object({ type: z.literal('node'), id: z.int().check(z.positive()), ...Place, tags: Tags }),
  z.object({
    type: z.enum(['way', 'relation']),
    id: z.int().check(z.positive()),
    center: z.object(Place),
    tags: Tags,
  }),
])
const OverpassResponse = z.object({ elements: z.array(z.unknown()), remark: z.optional(z.string()) })

import * as z from 'zod/mini'
import { Latitude, Longitude } from '#kit/contract/fields.ts'
import { greatCircleMiles, type Point } from '#kit/rules/distance.ts'
import { writeCsv } from '#kit/rules/texts/csv.ts'
import { type AddressParts, splitAddress, withoutUnit } from '#kit/rules/texts/street-address.ts'
import { seconds } from '#kit/rules/units.ts'
import { CsvError, readCsv } from '#kit/server/csv/read-csv.ts'
import { createService } from '#kit/server/outbound/service.ts'
import { invalidResponse, nullIfRejected, ServiceError } from '#kit/server/outbound/service-error.ts'
import type { Geocoder, WantedAddress } from './geocoder.ts'

type CensusOptions = {
  url: string
  /** Identifies this installation. */
  userAgent: string
  /** How long a request for a single address may take, in milliseconds. */
  timeLimit?: number
  /** How long a request with a file of addresses may take, in milliseconds. */
  batchTimeLimit?: number
}

type Located = Point | null | ServiceError

const name = 'The US Census geocoder'
const benchmark = 'Public_AR_Current'
/** The service accepts 10,000. With fewer, progress is visible, and less is repeated after an error. */
const maxBatchSize = 200
/** In miles. Matches of one address that are farther apart are different places. */
const maxSamePlaceMiles = 0.5

/** The geocoder of the US Census Bureau: free, without a key, only for addresses in the United States. */
export function createCensusGeocoder({
  url,
  userAgent,
  timeLimit = 10 * seconds,
  batchTimeLimit = 120 * seconds,
}: CensusOptions): Geocoder {
  const authorize = ({ headers }: { headers: Headers }) => headers.set('user-agent', userAgent)
  const single = createService({ name, url, authorize, timeLimit, defaultRetryAfter: 20 })
  const batch = createService({ name, url, authorize, timeLimit: batchTimeLimit, defaultRetryAfter: 20 })

  async function locate({ address }: { address: string }, signal?: AbortSignal): Promise<Point | null> {
    const query = { address: withoutUnit(address), benchmark, format: 'json' }
    const path = '/geocoder/locations/onelineaddress'
    const response = await nullIfRejected(single.getJson(path, query, OneLine, { signal, absent: [] }))
    return pointOf(response?.result.addressMatches ?? [])
  }

  async function locateMany(requested: WantedAddress[], signal?: AbortSignal): Promise<Located[]> {
    const split = requested.map(({ address }) => splitAddress(address))
    const rows = split.flatMap((parts, id) => (parts ? [{ id, ...parts }] : []))
    const found = rows.length === 0 ? new Map<number, Located>() : await locateBatch(rows, signal)
    const located: Located[] = []
    for (const [id, one] of requested.entries()) {
      const inBatch = found.get(id)
      located.push(inBatch === undefined ? await locateOrError(one, signal) : inBatch)
    }
    return located
  }

  async function locateOrError(requested: WantedAddress, signal?: AbortSignal): Promise<Located> {
    try {
      return await locate(requested, signal)
    } catch (error) {
      if (error instanceof ServiceError) return error
      throw error
    }
  }

  async function locateBatch(rows: BatchRow[], signal?: AbortSignal): Promise<Map<number, Located>> {
    const form = new FormData()
    const file = writeCsv(rows.map(({ id, street, city, state, zip }) => [id, street, city, state, zip]))
    form.set('addressFile', new Blob([file], { type: 'text/csv' }), 'addresses.csv')
    form.set('benchmark', benchmark)
    const path = '/geocoder/locations/addressbatch'
    const ids = rows.map(({ id }) => id)
    const reply = await batch.postForText(path, form, { signal, absent: [] }, text => readBatch(text, ids))
    return reply ?? new Map()
  }

  async function attempt(): Promise<void> {
    await locate({ address: '4600 Silver Hill Road, Washington, DC 20233' })
  }

  return { name, maxBatchSize, locate, locateMany, attempt }
}

type BatchRow = { id: number } & AddressParts

/**
 * The result of a batch for each id. A missing or unreadable row is an error for its id only; a text without any
 * known id is no valid response.
 */
function readBatch(text: string, ids: number[]): Map<number, Located> {
  const results = new Map<string, Located>()
  for (const { cells, problem } of rowsOf(text)) {
    if (problem) continue
    const [id = '', , result, , , coordinates] = cells
    if (result === 'No_Match' || result === 'Tie') results.set(id, null)
    else if (result === 'Match') results.set(id, readCoordinates(coordinates) ?? invalidResponse(name))
  }
  if (!ids.some(id => results.has(String(id)))) throw new SyntaxError('no result for any of the addresses')
  const resultFor = (id: number) => {
    const reply = results.get(String(id))
    return reply === undefined ? invalidResponse(name) : reply
  }
  return new Map(ids.map(id => [id, resultFor(id)]))
}

function rowsOf(text: string) {
  try {
    return readCsv(text)
  } catch (error) {
    if (error instanceof CsvError) throw new SyntaxError(error.message)
    throw error
  }
}

function readCoordinates(text = ''): Point | null {
  const [longitude, latitude, ...more] = text
    .split(',')
    .map(part => (part.trim() === '' ? Number.NaN : Number(part)))
  const point = Coordinates.safeParse({ x: longitude, y: latitude })
  return point.success && more.length === 0 ? { longitude: point.data.x, latitude: point.data.y } : null
}

/** The best match; null if other matches are in different places, since any of them may be meant. */
function pointOf(matches: z.output<typeof OneLine>['result']['addressMatches']): Point | null {
  const points = matches.map(({ coordinates: { x, y } }) => ({ latitude: y, longitude: x }))
  const [best] = points
  return best && points.every(point => greatCircleMiles(best, point) <= maxSamePlaceMiles) ? best : null
}

const Coordinates = z.object({ x: Longitude, y: Latitude })
const OneLine = z.object({
  result: z.object({ addressMatches: z.array(z.object({ coordinates: Coordinates })) }),
})

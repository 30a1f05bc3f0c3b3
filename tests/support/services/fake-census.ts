import type { Point } from '#kit/rules/distance.ts'
import { readCsv } from '#kit/server/csv/read-csv.ts'
import { type FakeReply, type FakeRequest, startFakeService } from './fake-service.ts'

/**
 * A local fake of the US Census geocoder. It finds `places` by street, or by the address in one line. Several points
 * for one address are a tie.
 */
export async function startFakeCensus(places: Record<string, Point | Point[]> = {}) {
  const known = new Map(Object.entries(places))
  const find = (text: string) => [known.get(text) ?? []].flat()
  const fake = await startFakeService(request => {
    if (request.path === '/geocoder/locations/onelineaddress') return oneLine(find, request)
    if (request.path === '/geocoder/locations/addressbatch') return batch(find, request)
    return undefined
  })
  const asked = (part: string) => fake.requests.filter(({ path }) => path.endsWith(part)).length
  return {
    ...fake,
    places: known,
    environment: { GEOCODER: 'census', CENSUS_GEOCODER_URL: fake.url },
    asked: () => ({ single: asked('/onelineaddress'), batches: asked('/addressbatch') }),
  }
}

type Find = (text: string) => Point[]

function oneLine(find: Find, { query }: FakeRequest): FakeReply {
  if (query.get('format') !== 'json' || query.get('benchmark') !== 'Public_AR_Current')
    return { status: 400, json: { errors: ['benchmark or format'] } }
  const addressMatches = find(query.get('address') ?? '').map(({ latitude, longitude }) => ({
    tigerLine: { side: 'L', tigerLineId: '1' },
    coordinates: { x: longitude, y: latitude },
    matchedAddress: query.get('address'),
  }))
  return { json: { result: { input: {}, addressMatches } } }
}

function batch(find: Find, { body, headers }: FakeRequest): FakeReply {
  const file = partOf(body, 'addressFile')
  if (!headers['content-type']?.startsWith('multipart/form-data') || !file)
    return { status: 400, json: { errors: ['addressFile'] } }
  if (partOf(body, 'benchmark')?.trim() !== 'Public_AR_Current') return { status: 400, json: {} }
  const rows = readCsv(file)
  if (rows.length > 1000) return { status: 400, json: { errors: ['too many'] } }
  const replies = rows.map(({ cells: [id = '', street = '', ...rest] }) => {
    const input = [street, ...rest].join(', ')
    const [point, second] = find(street)
    if (second) return [id, input, 'Tie']
    if (!point) return [id, input, 'No_Match']
    const coordinates = `${point.longitude},${point.latitude}`
    return [id, input, 'Match', 'Exact', input.toUpperCase(), coordinates, '123', 'L']
  })
  // Reversed, since the real service returns rows in any order.
  return csv(replies.reverse().map(quoted).join(''))
}

const quoted = (cells: string[]) => `${cells.map(cell => `"${cell}"`).join(',')}\n`

export const csv = (text: string): FakeReply => ({ bytes: Buffer.from(text), type: 'text/csv' })

/** The content of a part of a multipart form. */
function partOf(body: string, name: string): string | undefined {
  const part = body.split(/\r?\n--/).find(part => part.includes(`name="${name}"`))
  return part?.slice(part.indexOf('\r\n\r\n') + 4)
}

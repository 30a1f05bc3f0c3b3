import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { getInstallation } from '#features/configuration/contract.ts'
import { getPublicConfig } from '#kit/contract/public-config.ts'
import { sampleMap } from '#tests/support/samples/sample-map.ts'
import { startApp } from '#tests/support/start-app.ts'

const arden = { latitude: 35.4637, longitude: -82.5354 }
const file = Buffer.from(sampleMap(arden))
const serverWith = (content: Uint8Array | null, name = 'region.pmtiles') =>
  startApp(
    { MAP_PMTILES: 'region.pmtiles' },
    { prepare: async ({ dataDir }) => (content ? writeFile(join(dataDir, name), content) : undefined) },
  )
const app = await serverWith(file)
const urlOf = async (server = app) => (await server.as(null).call(getPublicConfig)).body.mapFile
const url = (await urlOf())?.url ?? ''
const person = await app.user()

const ask = async (headers: Record<string, string> = {}, method = 'GET') => {
  const reply = await app.as(person).fetch(url, { method, headers })
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
}

describe('a map file in the data folder', () => {
  test('has its own URL, which is the same wherever the same bytes are', async () => {
    const own = { url: expect.stringMatching(/^\/api\/map\/[0-9a-f]{16}$/), tiles: 'streets', credit: [] }
    expect(await urlOf()).toEqual(own)
    expect(await urlOf(await serverWith(file))).toEqual(await urlOf())
    const other = await serverWith(Buffer.from(sampleMap({ latitude: 35.4638, longitude: -82.5354 })))
    expect(await urlOf(other)).not.toEqual(await urlOf())
  })

  test('can be fetched whole and cached forever', async () => {
    const whole = await ask()
    expect(whole.status).toBe(200)
    expect(whole.bytes.equals(file)).toBe(true)
    expect(whole.headers.get('content-type')).toBe('application/vnd.pmtiles')
    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    expect(whole.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    const etag = whole.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[0-9a-f]{16}"$/)
    expect((await ask({ 'if-none-match': etag })).status).toBe(304)
    expect((await ask({ range: 'bytes=0-3', 'if-range': etag })).status).toBe(206)
    expect((await ask({ range: 'bytes=0-3', 'if-range': '"another"' })).status).toBe(200)
  })

  test.each([
    ['bytes=0-6', 0, 6],
    ['bytes=100-163', 100, 163],
    [`bytes=${file.length - 5}-`, file.length - 5, file.length - 1],
    ['bytes=-9', file.length - 9, file.length - 1],
    [`bytes=-${file.length * 2}`, 0, file.length - 1],
    [`bytes=10-${file.length * 2}`, 10, file.length - 1],
  ])('can be fetched in ranges: %s', async (range, first, last) => {
    const { status, headers, bytes } = await ask({ range })
    expect(status).toBe(206)
    expect(headers.get('content-range')).toBe(`bytes ${first}-${last}/${file.length}`)
    expect(headers.get('content-length')).toBe(String(last - first + 1))
    expect(headers.get('content-encoding')).toBeNull()
    expect(bytes.equals(file.subarray(first, last + 1))).toBe(true)
  })

  test.each([`bytes=${file.length}-`, `bytes=${file.length * 3}-${file.length * 4}`, 'bytes=-0'])(
    'is 416 for a range beyond its end: %s',
    async range => {
      const { status, headers } = await ask({ range })
      expect(status).toBe(416)
      expect(headers.get('content-range')).toBe(`bytes */${file.length}`)
      expect(headers.get('cache-control')).toBe('no-store')
    },
  )

  test.each(['bytes=5-2', 'bytes=-', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=a-b'])(
    'is sent whole if the range is invalid: %s',
    async range => {
      const { status, bytes } = await ask({ range })
      expect([status, bytes.length]).toEqual([200, file.length])
    },
  )

  test('has its size, or that of a range, in the response to HEAD', async () => {
    const head = async (headers: Record<string, string>) => {
      const reply = await ask(headers, 'HEAD')
      return [reply.status, reply.headers.get('content-length'), reply.bytes.length]
    }
    expect(await head({})).toEqual([200, String(file.length), 0])
    expect(await head({ range: 'bytes=0-6' })).toEqual([206, '7', 0])
  })

  test.each(['0123456789abcdef', '..%2F..%2Fetc%2Fpasswd', '..%2Fcommon-table.db', 'region.pmtiles'])(
    'is the only file that can be fetched: %s',
    async version => {
      expect((await app.as(person).fetch(`/api/map/${version}`)).status).toBe(404)
    },
  )

  test('is described on the configuration page', async () => {
    const { body } = await app.as(await app.superUser()).call(getInstallation)
    const about = { bytes: file.length, tiles: 'streets', nearestZoom: 13, notice: null }
    expect(body.map).toEqual({ tileAddress: null, file: { name: 'region.pmtiles', problem: null, about } })
  })

  test.each([
    [
      sampleMap({ latitude: 50, longitude: 8 }),
      'region.pmtiles is of another region: none of the campuses lies between latitudes 49.84 and 50.16, longitudes 7.84 and 8.16.',
    ],
    [
      sampleMap(arden, { vector_layers: [{ id: 'road' }, { id: 'segment' }] }),
      'region.pmtiles holds the layers road, segment, of which the maps draw none.',
    ],
  ])('that shows nothing is described with the reason', async (content, notice) => {
    const server = await serverWith(content)
    const { body } = await server.as(await server.superUser()).call(getInstallation)
    expect(body.map.file).toMatchObject({ problem: null, about: { notice } })
  })

  test.each([
    ['<a href="https://www.openstreetmap.org/copyright" target="_blank">&copy; OpenStreetMap</a>', []],
    ['&copy; swisstopo', [{ text: '© swisstopo', href: null }]],
    [
      '<b>A &amp; B</b> <a target="_blank" href="https://a.example.org/">&copy; OpenStreetMap</a> <a href="javascript:alert(1)">C</a>',
      [
        { text: 'A & B ', href: null },
        { text: '© OpenStreetMap', href: 'https://a.example.org/' },
        { text: 'C', href: null },
      ],
    ],
  ])('says whom the map must credit: %s', async (attribution, credit) => {
    const server = await serverWith(sampleMap(arden, { attribution }))
    expect((await urlOf(server))?.credit).toEqual(credit)
  })

  test('is no longer served after another file replaces it while the server runs', async () => {
    const other = await serverWith(file)
    const before = (await urlOf(other))?.url ?? ''
    await writeFile(join(other.dataDir, 'region.pmtiles'), Buffer.concat([file, Buffer.alloc(9)]))
    const reply = await other.as(await other.user()).fetch(before)
    const error = { message: 'There is no such map', code: 'not_found' }
    expect([reply.status, await reply.json()]).toEqual([404, error])
  })
})

describe('a map file that can’t be drawn is not used, and the configuration page says why', () => {
  const changed = (at: number, value: number) => {
    const bytes = Buffer.from(file)
    bytes.writeUInt8(value, at)
    return bytes
  }
  test.each([
    ['nothing', null, /^region\.pmtiles is not in the data folder, \//],
    ['a text', Buffer.from('not a map at all'), /^region\.pmtiles is not a PMTiles file/],
    ['a long text', Buffer.from('not a map at all'.repeat(9)), /^region\.pmtiles is not a PMTiles file/],
    [
      'an older version',
      changed(7, 2),
      /^region\.pmtiles is a PMTiles file of version 2; version 3 is needed/,
    ],
    [
      'a half download',
      file.subarray(0, 9000),
      /^region\.pmtiles is incomplete: it ends before its last tile/,
    ],
    ['other tiles', changed(99, 0), /^region\.pmtiles holds a kind of tiles that the maps can’t draw/],
    ['another compression', changed(98, 4), /gzip is needed\.$/],
  ])('%s', async (_, content, problem) => {
    const server = await serverWith(content)
    expect(await urlOf(server)).toBeNull()
    const { body } = await server.as(await server.superUser()).call(getInstallation)
    const described = { name: 'region.pmtiles', problem: expect.stringMatching(problem), about: null }
    expect(body.map.file).toEqual(described)
    const reply = await server.as(await server.user()).fetch('/api/map/0123456789abcdef')
    expect(reply.status).toBe(404)
  })
})

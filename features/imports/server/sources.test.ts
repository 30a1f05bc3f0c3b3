// On both engines: races.
import { describe, expect, test } from 'vitest'
import { startImports } from '#tests/support/backups/import-runs.ts'
import { here } from '#tests/support/services/fake-overpass.ts'
import { importRestaurants } from '../contract.ts'
import { importFromOsm, listOsmDifferences, searchOsm } from '../osm-contract.ts'
import { importFromYelp, searchYelp } from '../yelp-contract.ts'

/* What every import promises, whatever its source: each takes places in its own form. */

const app = await startImports()
const { asAdmin: admin, begin, ended, overpass, rows, runs, undo, yelp } = app
const names = async () => (await rows()).map(({ name }) => name).sort()

type Place = { name: string; phone?: string; website?: string }
const [address, query] = ['1 Main St', { campusCode: 'arden' }]

const toFile = (places: Place[], campusCode: string) => {
  const cells = places.map(({ name, phone = '', website = '' }) => [name, address, '', phone, website])
  const file = new Blob([`name,address,category,phone,website\n${cells.map(row => row.join()).join('\n')}`])
  return admin.call(importRestaurants, { body: { campusCode, fileName: 'places.csv' }, file })
}

/** Yelp's ids of these places, which it has from now on. */
const onYelp = (places: Place[]) =>
  places.map(({ name, phone, website }) => {
    const id = name.replaceAll(/\W/g, '_').slice(0, 60)
    const [where, location] = [{ latitude: here.lat, longitude: here.lon }, { address1: address }]
    const attributes = { business_url: website }
    yelp.businesses.push({ id, name, where, location, display_phone: phone, attributes })
    return id
  })

const osmIds = new Map<string, number>()
const onOsm = (places: Place[]) =>
  places.map(({ name, phone = '', website = '' }) => {
    const id = osmIds.get(name) ?? 1000 + osmIds.size
    osmIds.set(name, id)
    overpass.known.elements.push({
      ...{ type: 'node', id, ...here },
      tags: { name, phone, website, 'addr:street': address },
    })
    return `node/${id}`
  })

const sources = [
  { source: 'csv', firstRow: 2, send: toFile, run: { file: 'places.csv' }, from: undefined },
  {
    source: 'yelp',
    firstRow: 1,
    send: (places: Place[], campusCode: string) =>
      admin.call(importFromYelp, { body: { campusCode, yelpIds: onYelp(places) } }),
    run: { file: null },
    from: 'Yelp',
  },
  {
    source: 'osm',
    firstRow: 1,
    send: (places: Place[], campusCode: string) =>
      admin.call(importFromOsm, { body: { campusCode, osmIds: onOsm(places) } }),
    run: { file: null },
    from: 'OpenStreetMap',
  },
] as const

describe.each(sources)('an import from $source', ({ source, firstRow, send, run, from }) => {
  const take = async (places: Place[], campusCode = 'arden') => (await send(places, campusCode)).body
  const [a, b] = [{ name: 'Sample A' }, { name: 'Sample B' }]

  test('is in the audit log and among the imports, and can be undone, and done again', async () => {
    expect(await take([a, b])).toMatchObject({ imported: 2, skipped: 0, errors: [] })
    const restaurants = (await rows()).map(({ id, name }) => ({ id, name, address }))
    const counts = { campusCode: 'arden', imported: 2, skipped: 0, errors: 0, ...(from && { from }) }
    expect(await app.audited()).toEqual([['RESTAURANTS_IMPORTED', app.robin.id, { ...counts, restaurants }]])
    const [first] = await runs()
    expect(first).toMatchObject({ source, ...run, state: 'done', count: 2, canUndo: true })
    expect(await undo(first?.id ?? 0)).toMatchObject({ status: 200, body: { result: { undone: 2 } } })
    expect(await rows()).toEqual([])
    expect(await take([a])).toMatchObject({ imported: 1, skipped: 0 })
  })

  test('adds a place once: listed twice, sent again, or there under the same name; but at each campus', async () => {
    const ours = await app.restaurant({ name: 'SAMPLE  b', address: '1 MAIN st', disabled: true })
    const twice = [a, a, { name: 'sample  A' }, b]
    expect(await take(twice)).toMatchObject({ imported: 1, skipped: 3, errors: [] })
    expect(await take([a])).toMatchObject({ imported: 0, skipped: 1 })
    expect([(await rows())[0], (await app.audited()).length]).toEqual([ours, 1])
    expect(await take([a], 'brevard')).toMatchObject({ imported: 1, skipped: 0 })
    expect((await send([b], 'nowhere')).status).toBe(400)
  })

  test('adds a place once if several run simultaneously', async () => {
    const results = await Promise.all([take([a, b]), take([b, a]), take([a, b])])
    expect(results.map(({ imported, skipped }) => imported + skipped)).toEqual([2, 2, 2])
    expect([await names(), (await app.audited()).length]).toEqual([[a.name, b.name], 1])
  })

  test('reports a place that it can’t add, which stops no other', async () => {
    const body = await take([a, { name: 'x'.repeat(201) }, b])
    expect(body).toMatchObject({ imported: 2, skipped: 0, errors: [{ row: firstRow + 1 }] })
    expect(await names()).toEqual([a.name, b.name])
  })

  test.each([
    [
      { website: 'javascript:alert(1)' },
      { websiteUrl: null },
      /website left out: Please enter a web address/,
    ],
    [{ website: 'https://u:p@h.example' }, { websiteUrl: null }, /website left out: /],
    [{ phone: '1'.repeat(41) }, { phone: null }, /phone left out: At most 40 characters are allowed/],
    [{ website: 'www.example.org' }, { websiteUrl: 'https://www.example.org' }, null],
  ])(
    'with %j takes over what is usable, and has a remark about the rest [T-58]',
    async (fields, row, remark) => {
      const { remarks = [], ...body } = await take([{ ...a, ...fields }, b])
      expect(body).toMatchObject({ imported: 2, errors: [] })
      expect(remarks).toEqual(remark ? [{ row: firstRow, message: expect.stringMatching(remark) }] : [])
      expect(await rows()).toMatchObject([row, {}])
    },
  )
})

describe.each([
  {
    name: 'Yelp',
    client: 'yelp' as const,
    service: yelp,
    begun: () => begin({ source: 'yelp', campusCode: 'arden', ids: onYelp([{ name: 'A' }, { name: 'B' }]) }),
    calls: [() => admin.call(searchYelp, { query }), () => sources[1].send([{ name: 'A' }], 'arden')],
    off: 'Yelp API not configured - contact your administrator',
  },
  {
    name: 'OpenStreetMap',
    client: 'overpass' as const,
    service: overpass,
    begun: () => begin({ source: 'osm', campusCode: 'arden', ids: onOsm([{ name: 'A' }, { name: 'B' }]) }),
    calls: [
      () => admin.call(searchOsm, { query }),
      () => sources[2].send([{ name: 'A' }], 'arden'),
      () => admin.call(listOsmDifferences, { query }),
    ],
    off: 'OpenStreetMap is turned off on this server',
  },
])('if $name', ({ name, client, service, begun, calls, off }) => {
  // How its client fails in general is tested in kit/server/outbound/service.test.ts.
  test('fails, nothing is written, and people read why; then all goes on [D-11]', async () => {
    const sentence = `${name} can’t be reached right now. Please try again later.`
    await service.setMode('500')
    for (const call of calls) expect(await call()).toMatchObject({ status: 502, message: sentence })
    const { id } = (await begun()).body
    expect(await ended(id)).toMatchObject({
      state: 'failed',
      problem: sentence,
      result: null,
      canUndo: false,
    })
    expect((await undo(id)).status).toBe(409)
    expect([await rows(), await app.audited()]).toEqual([[], []])
    await service.setMode('normal')
    expect(await ended((await begun()).body.id)).toMatchObject({ state: 'done', result: { imported: 2 } })
  })

  test('is not set up, each call says so', async () => {
    app.deps[client] = null
    for (const call of [...calls, begun]) expect(await call()).toMatchObject({ status: 503, message: off })
    expect(service.requests).toEqual([])
  })
})

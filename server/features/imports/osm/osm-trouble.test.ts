import { beforeEach, describe, expect, test } from 'vitest'
import { importFromOsm, listOsmDifferences, searchOsm } from '#contract/osm.ts'
import { createOverpass, osmBusy } from '#server/integrations/overpass.ts'
import { corner, startFakeOverpass } from '#server/testing/fake-overpass.ts'
import { startFakeService } from '#server/testing/fake-service.ts'
import { startApp } from '#server/testing/start-app.ts'

const overpass = await startFakeOverpass()
const client = (timeLimit = 5_000) => createOverpass({ url: overpass.url, userAgent: 'x', timeLimit })
const app = await startApp({ OVERPASS_URL: overpass.url, RATE_LIMITS: 'off' })
const admin = app.as(await app.admin())
const query = { campusCode: 'arden', radius: '5' }
const search = () => admin.call(searchOsm, { query })
const importPlaces = () => admin.call(importFromOsm, { body: { campusCode: 'arden', osmIds: ['node/123'] } })
const compare = () => admin.call(listOsmDifferences, { query })
const rows = () => app.db.selectFrom('restaurants').selectAll().execute()

beforeEach(async () => {
  app.deps.overpass = client()
  overpass.known.elements = [corner]
  await overpass.setMode('normal')
  await app.db.deleteFrom('restaurants').execute()
})

// How the client fails in general is tested in integrations/service.test.ts.
describe.each([
  ['a search', search],
  ['an import', importPlaces],
  ['a comparison', compare],
] as const)('%s', (_, attempt) => {
  test.each([
    ['429', 503],
    ['500', 502],
    ['hang', 504],
  ] as const)(
    'returns an error message and writes nothing in failure mode “%s” [D-11]',
    async (mode, expected) => {
      app.deps.overpass = client(mode === 'hang' ? 300 : 5_000)
      await overpass.setMode(mode)
      const { status, message } = await attempt()
      expect(status).toBe(expected)
      if (mode === '429') expect(message).toBe(osmBusy)
      expect(message).toMatch(/^OpenStreetMap /)
      expect(await rows()).toEqual([])
    },
  )
})

test('OpenStreetMap is also reported as busy after a query timeout or a gateway timeout', async () => {
  const gaveUp = await startFakeService(() => ({
    json: { elements: [], remark: 'runtime error: Query timed out in "query" at line 1' },
  }))
  app.deps.overpass = createOverpass({ url: gaveUp.url, userAgent: 'x' })
  expect(await search()).toMatchObject({ status: 503, body: { message: osmBusy } })
  const gate = await startFakeService(() => ({ status: 504, json: {} }))
  app.deps.overpass = createOverpass({ url: gate.url, userAgent: 'x' })
  expect(await search()).toMatchObject({ status: 503, body: { message: osmBusy } })
})

test('a failure is not cached: the next search sends a new request', async () => {
  await overpass.setMode('500')
  expect((await search()).status).toBe(502)
  await overpass.setMode('normal')
  expect((await search()).status).toBe(200)
})

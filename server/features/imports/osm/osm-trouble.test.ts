import { beforeEach, expect, test } from 'vitest'
import { importFromOsm, listOsmDifferences, searchOsm } from '#contract/osm.ts'
import { createOverpass, osmBusy } from '#server/integrations/overpass.ts'
import { corner, startFakeOverpass } from '#server/testing/fake-overpass.ts'
import { startFakeService } from '#server/testing/fake-service.ts'
import { startApp } from '#server/testing/start-app.ts'

const overpass = await startFakeOverpass()
const client = createOverpass({ url: overpass.url, userAgent: 'x' })
const app = await startApp({ OVERPASS_URL: overpass.url, RATE_LIMITS: 'off' })
const admin = app.as(await app.admin())
const query = { campusCode: 'arden', radius: '5' }
const search = () => admin.call(searchOsm, { query })
const importPlaces = () => admin.call(importFromOsm, { body: { campusCode: 'arden', osmIds: ['node/123'] } })
const compare = () => admin.call(listOsmDifferences, { query })
const rows = () => app.db.selectFrom('restaurants').selectAll().execute()

beforeEach(async () => {
  app.deps.overpass = client
  overpass.known.elements = [corner]
  await overpass.setMode('normal')
  await app.db.deleteFrom('restaurants').execute()
})

// How the client fails in general is tested in integrations/service.test.ts.
test.each([
  ['a search', search],
  ['an import', importPlaces],
  ['a comparison', compare],
] as const)('%s that fails returns an error message and writes nothing [D-11]', async (_, attempt) => {
  await overpass.setMode('500')
  const { status, message } = await attempt()
  expect([status, message]).toEqual([502, expect.stringMatching(/^OpenStreetMap /)])
  expect(await rows()).toEqual([])
})

test('OpenStreetMap is reported as busy at its rate limit, after a query timeout and a gateway timeout', async () => {
  await overpass.setMode('429')
  expect(await search()).toMatchObject({ status: 503, body: { message: osmBusy } })
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

import { beforeEach } from 'vitest'
import {
  type ImportRun,
  listImportRuns,
  startImport,
  undoImport,
} from '#features/imports/import-runs-contract.ts'
import { createOverpass } from '#features/imports/server/osm/overpass.ts'
import { createYelp } from '#features/imports/server/yelp/yelp.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import { corner, here, startFakeOverpass } from '#tests/support/services/fake-overpass.ts'
import { fakeYelpKey, startFakeYelp } from '#tests/support/services/fake-yelp.ts'
import { startApp } from '#tests/support/start-app.ts'

export const placesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...corner,
    id: index + 1,
    lat: here.lat + index / 10_000,
    tags: { name: `Place ${index + 1}`, cuisine: 'pizza', 'addr:street': `Street ${index + 1}` },
  }))
export const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `node/${index + 1}`)

/** A server that imports from local fakes of OpenStreetMap and Yelp. It is emptied before each test. */
export async function startImports() {
  const overpass = await startFakeOverpass()
  const yelp = await startFakeYelp()
  const app = await startApp({ OVERPASS_URL: overpass.url })
  const { db, deps } = app
  const robin = await app.admin()
  const admin = app.as(robin)

  beforeEach(async () => {
    // New clients, without cached responses and failures of earlier tests.
    deps.overpass = createOverpass({ url: overpass.url, userAgent: 'CommonTable/test' })
    deps.yelp = createYelp({ apiKey: fakeYelpKey, url: yelp.url })
    overpass.known.elements = placesOf(200)
    yelp.businesses.length = 0
    await overpass.setMode('normal')
    overpass.requests.length = yelp.requests.length = 0
    await yelp.setMode('normal')
    for (const table of ['favorites', 'restaurants', 'auditLogs', 'importRuns', 'trash', 'images'] as const)
      await db.deleteFrom(table).execute()
  })

  const begin = (body: CallInput<typeof startImport>['body']) => admin.call(startImport, { body })
  const runs = async () => (await admin.call(listImportRuns)).body
  return {
    ...app,
    /** Has this many restaurants, and what OpenStreetMap knows more of them. */
    haveKnown: async (count: number) => {
      overpass.known.elements = placesOf(count)
      const time = new Date(0).toISOString()
      const ours = idsOf(count).map((osmId, index) => ({
        ...{ name: `Place ${index + 1}`, address: 'Somewhere', campusCode: 'arden', osmId },
        ...{ createdAt: time, updatedAt: time },
      }))
      await db.insertInto('restaurants').values(ours).execute()
    },
    overpass,
    yelp,
    robin,
    asAdmin: admin,
    begin,
    importPlaces: (count: number) => begin({ source: 'osm', campusCode: 'arden', ids: idsOf(count) }),
    runs,
    latest: async () => (await runs())[0] as ImportRun,
    ended: async (id: number) => {
      await deps.jobs.imports.settled()
      return (await runs()).find(run => run.id === id) as ImportRun
    },
    undo: (id: number) => admin.call(undoImport, { params: { id } }),
    rows: () => db.selectFrom('restaurants').selectAll().orderBy('id').execute(),
  }
}

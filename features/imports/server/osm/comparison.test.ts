import { beforeEach, expect, test } from 'vitest'
import { updateRestaurant } from '#features/restaurants/contract.ts'
import { startImports } from '#tests/support/backups/import-runs.ts'
import { listImportRuns, undoImport } from '../../import-runs-contract.ts'
import { getOsmComparison, type OsmField, startOsmComparison } from '../../osm-contract.ts'

const app = await startImports()
const { db, deps, overpass, asAdmin: admin, begin, ended } = app
const query = { campusCode: 'arden', radius: '5' }
const start = (more = {}) => admin.call(startOsmComparison, { query: { ...query, ...more } })
const look = async (as = admin) => (await as.call(getOsmComparison, { query })).body

beforeEach(() => app.haveKnown(600))

test('600 restaurants are compared in the background; the result is kept for ten minutes and omits resolved differences', async () => {
  expect(await look()).toEqual({ state: 'none', count: 0, done: 0, problem: null, differences: null })
  const { isHeld, release } = overpass.hold()
  expect(await start()).toMatchObject({ status: 202, body: { state: 'running', count: 0 } })
  await isHeld
  expect((await start()).status, 'the same one').toBe(202)
  expect(await look(app.as(await app.admin())), 'for everybody').toMatchObject({ state: 'running' })
  release()
  await deps.jobs.imports.settled()
  const { differences, ...done } = await look()
  expect(done).toEqual({ state: 'done', count: 600, done: 600, problem: null })
  expect(differences).toHaveLength(600)
  expect(differences?.[0]?.fields.map(({ field }) => field)).toEqual(['cuisine', 'position'])
  expect(await db.selectFrom('importRuns').select('id').execute()).toHaveLength(1)

  const [first, second, ...others] = differences ?? []
  const params = { id: first?.restaurantId ?? 0 }
  await admin.call(updateRestaurant, { params, body: { cuisine: 'pizza' } as never })
  const fields: OsmField[] = ['cuisine', 'position']
  const changes = others.map(({ restaurantId, osmId }) => ({ restaurantId, osmId, fields }))
  await ended((await begin({ source: 'osm-changes', changes })).body.id)
  const rest = (await look()).differences
  expect(rest?.map(({ name, fields }) => [name, fields.length])).toEqual([
    [first?.name, 1],
    [second?.name, 2],
  ])

  app.clock.advance({ minutes: 11 })
  expect(await look()).toMatchObject({ state: 'none' })
})

test('a failed comparison reports why and is not listed as an import; each campus and radius has its own comparison', async () => {
  await overpass.setMode('429')
  await start()
  await deps.jobs.imports.settled()
  expect(await look()).toMatchObject({
    state: 'failed',
    problem: 'OpenStreetMap is busy. Try again in a minute.',
    differences: null,
  })
  expect((await admin.call(listImportRuns)).body).toEqual([])
  const { id } = await db.selectFrom('importRuns').select('id').executeTakeFirstOrThrow()
  expect((await admin.call(undoImport, { params: { id } })).status).toBe(404)
  expect((await start({ campusCode: 'nowhere' })).status).toBe(400)
  expect((await start({ radius: '26' })).status).toBe(400)
  await overpass.setMode('normal')
  await start({ radius: '6' })
  await deps.jobs.imports.settled()
  expect(await look()).toMatchObject({ state: 'failed' })
  await start()
  await deps.jobs.imports.settled()
  expect(await look()).toMatchObject({ state: 'done' })
  deps.overpass = null
  expect((await start()).status).toBe(503)
})

// On both engines: races.
import { expect, test } from 'vitest'
import { removeExpired } from '#app/housekeeping.ts'
import { idsOf, placesOf, startImports } from '#tests/support/backups/import-runs.ts'
import { corner } from '#tests/support/services/fake-overpass.ts'

const app = await startImports()
const { db, deps, overpass, robin, begin, importPlaces, runs, latest, ended, undo, rows } = app

test('200 places are imported in one transaction, with visible progress [T-208]', async () => {
  const { isHeld, release } = overpass.hold({ after: 1 })
  const begun = await importPlaces(200)
  expect([begun.status, begun.body]).toMatchObject([
    202,
    { state: 'running', source: 'osm', campusCode: 'arden', count: 200, done: 0, canUndo: false },
  ])
  await isHeld
  expect(await latest()).toMatchObject({ state: 'running', done: 100, count: 200, result: null })
  expect(await rows(), 'nothing is written before all is known').toEqual([])
  release()
  expect(await ended(begun.body.id)).toMatchObject({
    state: 'done',
    done: 200,
    canUndo: true,
    result: { imported: 200, changed: 0, skipped: 0, errors: [] },
    startedBy: { firstName: 'Robin' },
    problem: null,
  })
  expect(await rows()).toHaveLength(200)
})

test('an import that an earlier version queued is carried out', async () => {
  overpass.known.elements = placesOf(2)
  const wanted = { source: 'osm', campusCode: 'arden', ids: idsOf(2) }
  const input = JSON.stringify({ wanted, by: { ip: '127.0.0.1' } })
  const run = { source: 'osm', state: 'running', campusCode: 'arden', startedBy: robin.id, input } as const
  const counts = { count: 2, done: 0, attempts: 0, problem: null, result: null }
  const id = await app.idOf('importRuns', { ...run, ...counts })
  deps.jobs.imports.wake()
  expect(await ended(id)).toMatchObject({ state: 'done', result: { imported: 2 } })
})

test('an import writes nothing, and says so, if the database fails after the places are written [D-11]', async () => {
  const rename = (from: string, to: string) => db.schema.alterTable(from).renameTo(to).execute()
  const { isHeld, release } = overpass.hold({ after: 1 })
  const { id } = (await importPlaces(200)).body
  await isHeld
  await rename('importedRestaurants', 'aside')
  release()
  await deps.jobs.imports.settled()
  await rename('aside', 'importedRestaurants')
  expect(await ended(id)).toMatchObject({
    state: 'failed',
    problem: 'Something went wrong. Nothing was written.',
  })
  expect(await rows()).toEqual([])
  expect((await ended((await importPlaces(2)).body.id)).result).toMatchObject({ imported: 2 })
})

test('a position too far from the campus is left out and reported, even without a geocoder', async () => {
  overpass.known.elements = [{ ...corner, lat: 40 }]
  const { body } = await begin({ source: 'osm', campusCode: 'arden', ids: ['node/123'] })
  expect((await ended(body.id)).result).toMatchObject({
    imported: 1,
    errors: [{ row: 1, message: expect.stringContaining('more than 60 miles from the campus') }],
  })
  expect(await rows()).toMatchObject([{ latitude: null, longitude: null, distance: null }])
  expect((await begin({ source: 'osm', campusCode: 'nowhere', ids: idsOf(1) })).status).toBe(400)
})

test('an import can be undone for a day; then its record is deleted', async () => {
  const { id } = await ended((await importPlaces(1)).body.id)
  app.clock.advance({ hours: 25 })
  expect(await runs()).toEqual([])
  expect((await undo(id)).message).toMatch(/this one is older/)
  await removeExpired(deps)
  expect(await db.selectFrom('importRuns').select('id').execute()).toEqual([])
  expect(await db.selectFrom('importedRestaurants').select('runId').execute()).toEqual([])
  expect(await rows()).toHaveLength(1)
})

test('at most five imports can be pending at a time [T-208]', async () => {
  const { release } = overpass.hold()
  for (let index = 0; index < 5; index += 1) expect((await importPlaces(1)).status).toBe(202)
  expect((await importPlaces(1)).status).toBe(409)
  release()
  await deps.jobs.imports.settled()
  expect((await runs()).map(({ state, result }) => [state, result?.imported])).toEqual([
    ...Array(4).fill(['done', 0]),
    ['done', 1],
  ])
})

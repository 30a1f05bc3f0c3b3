// On both engines: dialect, two processes, races.
import { expect, test, vi } from 'vitest'
import { removeExpired } from '#app/housekeeping.ts'
import { openDatabase } from '#kit/server/database/connection/open.ts'
import { idsOf, placesOf } from '#tests/support/backups/import-runs.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { callAsPrimary, startProcess } from '#tests/support/processes/start-process.ts'
import { startFakeOverpass } from '#tests/support/services/fake-overpass.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { listImportRuns, startImport, undoImport } from '../../import-runs-contract.ts'
import { createImportWork } from './run-imports.ts'

vi.setConfig({ testTimeout: 60_000 })

const overpass = await startFakeOverpass()
const environment = { OVERPASS_URL: overpass.url }
overpass.known.elements = placesOf(200)
const requested = { source: 'osm' as const, campusCode: 'arden', ids: idsOf(200) }

test('after a process is killed, another one carries out its import exactly once; two simultaneous Undos undo it once [D-11 T-208]', async () => {
  const server = await startProcess(environment)
  const { dataDir, databaseUrl } = server
  const db = openDatabase({ dataDir, databaseUrl: databaseUrl ?? null }, () => undefined)
  const count = async (table: 'restaurants' | 'trash') =>
    (await db.selectFrom(table).select('id').execute()).length

  const { isHeld, release } = overpass.hold({ after: 1 })
  const begun = await callAsPrimary(server.origin, startImport, { body: requested })
  await isHeld
  server.child.kill('SIGKILL')
  await server.ended
  release()
  expect(await count('restaurants'), 'nothing is half there').toBe(0)
  // Let the lease expire now; otherwise that takes half a minute.
  await db.updateTable('leases').set({ expiresAt: new Date().toISOString() }).execute()

  const [second, third] = await Promise.all([server.startAgain(), server.startAgain()])
  const latest = async (origin: string) => (await callAsPrimary(origin, listImportRuns)).body[0]
  await expect.poll(async () => (await latest(second.origin))?.state).toBe('done')
  expect(await latest(third.origin)).toMatchObject({
    id: begun.body.id,
    count: 200,
    done: 200,
    result: { imported: 200 },
  })
  expect(await count('restaurants')).toBe(200)

  const both = await Promise.all(
    [second, third].map(({ origin }) => callAsPrimary(origin, undoImport, idParams(begun.body))),
  )
  expect(both.map(({ status, body }) => [status, body.state, body.result?.undone])).toEqual([
    [200, 'undone', 200],
    [200, 'undone', 200],
  ])
  expect([await count('restaurants'), await count('trash')]).toEqual([0, 200])
  const undone = await db
    .selectFrom('auditLogs')
    .select('id')
    .where('action', '=', 'IMPORT_UNDONE')
    // Without the entries in which its list continues.
    .where('details', 'not like', '%"part":%')
    .execute()
  expect(undone).toHaveLength(1)
  await db.destroy()
})

/** Starts an import and stops its process while the import is running. */
async function stopInTheMiddle() {
  const app = await startApp(environment)
  const admin = app.as(await app.admin())
  const { isHeld, release } = overpass.hold({ after: 1 })
  const { id } = (await admin.call(startImport, { body: requested })).body
  await isHeld
  const stopped = app.deps.jobs.imports.stop()
  release()
  await stopped
  return { app, admin, id }
}

/** Resumes the imports as the next process does. */
async function carryOn({ deps }: TestApp): Promise<void> {
  const imports = createImportWork(deps)
  imports.wake()
  await imports.settled()
}

test('a process that is stopped leaves its import to the next one; after three attempts the import fails', async () => {
  const { app, admin, id } = await stopInTheMiddle()
  const [run] = (await admin.call(listImportRuns)).body
  expect(run).toMatchObject({ id, state: 'running' })
  expect(await app.db.selectFrom('leases').selectAll().execute()).toEqual([])
  expect(await app.db.selectFrom('restaurants').select('id').execute()).toEqual([])

  await app.db.updateTable('importRuns').set({ attempts: 3 }).execute()
  await carryOn(app)
  expect((await admin.call(listImportRuns)).body[0]).toMatchObject({
    state: 'failed',
    problem: 'The import was interrupted repeatedly. Nothing was written.',
  })
})

test('an import interrupted days ago is carried out by the next server process, and can be undone for a day from then', async () => {
  const { app, id } = await stopInTheMiddle()

  app.clock.advance({ days: 3 })
  await removeExpired(app.deps)
  await carryOn(app)
  app.clock.advance({ hours: 23 })
  await removeExpired(app.deps)
  const root = app.as(await app.admin())
  expect((await root.call(listImportRuns)).body).toMatchObject([
    { id, state: 'done', result: { imported: 200 }, canUndo: true },
  ])
  expect((await root.call(undoImport, { params: { id } })).body).toMatchObject({ state: 'undone' })
})

// On both engines: dialect, two processes, races.
import { expect, test, vi } from 'vitest'
import { openDatabase } from '#kit/server/database/connection/open.ts'
import { callAsPrimary, startProcess } from '#tests/support/processes/start-process.ts'
import { fakeMapboxToken, startFakeMapbox } from '#tests/support/services/fake-mapbox.ts'
import { getRecalculation, startRecalculation } from '../contract.ts'

vi.setConfig({ testTimeout: 60_000 })

const fake = await startFakeMapbox()
const holdMatrices = ({ after = 0 } = {}) => fake.hold({ path: '/directions-matrix/', after })

test('a run continues where it was after its process died, and its result survives the next restart', async () => {
  const server = await startProcess(fake.environment)
  const { dataDir, databaseUrl } = server
  const db = openDatabase({ dataDir, databaseUrl: databaseUrl ?? null }, () => undefined)
  const time = new Date().toISOString()
  const rows = Array.from({ length: 60 }, (_, i) => ({
    ...{ name: `Place ${i}`, address: `${i} Oak Street`, campusCode: 'arden' },
    ...{ latitude: 35.3 + i / 500, longitude: -82.4, createdAt: time, updatedAt: time },
  }))
  await db.insertInto('restaurants').values(rows).execute()

  const { isHeld, release } = holdMatrices({ after: 1 })
  const begun = await callAsPrimary(server.origin, startRecalculation)
  const running = {
    state: 'In Progress',
    count: 60,
    finishedAt: null,
    startedBy: { firstName: expect.any(String) },
  }
  expect([begun.status, begun.body]).toMatchObject([202, running])
  await isHeld
  server.child.kill('SIGKILL')
  await server.ended
  release()
  const measured = db.selectFrom('restaurants').select('id').where('distance', 'is not', null)
  expect(await measured.execute()).toHaveLength(24)
  // Simulates that the lease has expired after half a minute.
  await db.updateTable('leases').set({ expiresAt: time }).execute()

  const { matrices } = fake.asked()
  const second = await server.startAgain()
  const read = async ({ origin } = second) => (await callAsPrimary(origin, getRecalculation)).body
  await expect.poll(async () => (await read()).state).toBe('Completed')
  const run = await read()
  expect(run).toMatchObject({ count: 60, processed: 60, failures: [] })
  expect(await measured.execute()).toHaveLength(60)
  expect(fake.asked().matrices - matrices, 'what was done is not done again').toBe(2)

  const third = await server.startAgain()
  expect(await read(third)).toEqual(run)

  const again = holdMatrices()
  const both = await Promise.all(
    [second, third].map(({ origin }) => callAsPrimary(origin, startRecalculation)),
  )
  const refused = [409, 'The distances are already being recalculated.']
  const answers = both.map(({ status, message }) => [status, message]).sort()
  expect(answers, 'in two processes').toEqual([[202, undefined], refused])
  again.release()
  await expect.poll(async () => (await read()).state).toBe('Completed')
  for (const { output } of [server, second, third]) expect(output()).not.toContain(fakeMapboxToken)
  await db.destroy()
})

import { setTimeout } from 'node:timers/promises'
import { test as anyTest, expect } from 'vitest'
import { type Installation, launchScript, startServer } from '#tests/support/backups/installation.ts'
import { originOf } from '#tests/support/processes/launch.ts'
import { waitUntilReady } from './support/client.ts'
import {
  expectKept,
  installOnOwnPostgres,
  lacks,
  others,
  serveUnderLoad,
  withClient,
  within,
} from './support/harness.ts'

/* A PostgreSQL that is gone for a moment, or not there at the start. */

const test = anyTest.skipIf(lacks.postgres)

test('PostgreSQL restarts, crashes and ends connections under 16 writers: writes resume without a restart of the server [D-12]', async () => {
  const { installation, control } = await installOnOwnPostgres()
  const { load, server, origin, writing } = await serveUnderLoad(installation, { isPatient: true })
  const faults: [string, () => Promise<unknown>][] = [
    ['restart', () => control('restart', '-m', 'fast')],
    ['crash', () => control('restart', '-m', 'immediate')],
    ['end of connections', () => ask(installation, `select pg_terminate_backend(pid) ${others}`)],
    ['killed process', () => killOne(installation)],
  ]
  for (const [title, doIt] of faults) {
    await setTimeout(600)
    await doIt()
    await waitUntilReady(origin, 5).catch(() =>
      expect.fail(`not ready after a ${title}: ${server.output().slice(-999)}`),
    )
  }
  const before = load.ledger.acknowledged
  expect(await within(10, () => load.ledger.acknowledged > before)).toBe(true)
  await writing.stop()
  await expectKept(installation, load)
})

test('PostgreSQL is down at startup: the server waits for it, and gives up after 30 s with a one-line error [D-12]', async () => {
  const { installation, control } = await installOnOwnPostgres()
  await control('stop', '-m', 'fast')
  const server = launchScript('main.ts', installation)
  expect(await within(20, () => server.output().includes(waiting)), server.output()).toBe(true)
  await setTimeout(3_000)
  await control('start')
  expect((await fetch(`${await originOf(server)}/readyz`)).status).toBe(200)
  expect(server.output().split(waiting)).toHaveLength(2)

  await server.end()
  await control('stop', '-m', 'fast')

  const start = performance.now()
  const hopeless = launchScript('main.ts', installation)
  expect((await hopeless.ended).code).toBe(1)
  const seconds = (performance.now() - start) / 1000
  expect(seconds).toBeGreaterThan(30)
  expect(seconds).toBeLessThan(45)
  expect(hopeless.output()).toMatch(/Common Table can't start:\nDATABASE_URL: the database can't be reached/)
  expect(hopeless.output()).not.toMatch(/\n {2,}at /)
  await control('start')
  await startServer(installation)
})

const waiting = 'the database does not answer yet ('

const ask = (installation: Installation, statement: string) =>
  withClient(installation, async client => (await client.query(statement)).rows)

/** PostgreSQL then ends all its processes, because their shared memory may be damaged, and recovers. */
async function killOne(installation: Installation): Promise<void> {
  const [row] = await ask(installation, `select pid ${others} and backend_type = 'client backend' limit 1`)
  process.kill(Number(row?.pid), 'SIGKILL')
  await setTimeout(200)
  const accepts = () => ask(installation, 'select 1').then(Boolean, () => false)
  expect(await within(60, accepts, 50)).toBe(true)
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { test as anyTest, expect, onTestFinished } from 'vitest'
import { waitUntilReady } from '#tests/reliability/support/client.ts'
import {
  expectKept,
  installOnOwnPostgres,
  lacks,
  others,
  serveUnderLoad,
  withClient,
  within,
} from '#tests/reliability/support/harness.ts'
import type { Load } from '#tests/reliability/support/writers.ts'
import type { Installation } from '#tests/support/backups/installation.ts'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { launch, printedBy } from '#tests/support/processes/launch.ts'

/* PostgreSQL's disk fails to sync, is slow, or hangs. strace injects this into the syncs of its processes. */

const test = anyTest.skipIf(lacks.postgres || lacks.strace)

const delay = 100
/** In seconds, for a request: 2 for a connection, 12 for a response, and a margin for a busy machine. */
const patience = 20

test('a disk under PostgreSQL that fails to sync: 503, never success for a write that is lost, and writes resume once it syncs again [D-03]', async () => {
  const { installation, load, origin, writing } = await underLoad()
  // One sync of each process fails; PostgreSQL then ends all of them and restarts. If further ones failed while it recovers,
  // it would shut down for good, as it should.
  const faulty = await injectSyncFaults(installation, 'error=EIO:when=15')
  await waitUntilReady(origin, 15)
  const before = writing.seen.rejected
  expect(await within(20, () => writing.seen.rejected > before)).toBe(true)
  await setTimeout(3_000)
  expect(await faulty.end()).toBeGreaterThan(0)
  await goesOn(load, origin)
  await writing.stop()
  await expectKept(installation, load)
})

test('a disk under PostgreSQL that is slow, then hangs: writes wait, those that wait too long get 503 in bounded time, nothing is lost, and the server recovers [D-19]', async () => {
  const { installation, load, origin, writing } = await underLoad()
  const { seen } = writing
  const slow = await injectSyncFaults(installation, `delay_enter=${delay * 1000}`)
  await waitUntilReady(origin, 15)
  const [rejected, written] = [seen.rejected, load.ledger.acknowledged]
  await setTimeout(4_000)
  expect(seen.rejected).toBe(rejected)
  expect(load.ledger.acknowledged).toBeGreaterThan(written)
  expect(await slow.end()).toBeGreaterThan(0)

  // Longer than the server waits for a response of its database.
  const hung = await injectSyncFaults(installation, 'delay_enter=20000000')
  await setTimeout(14_000)
  await hung.end()
  expect(seen.rejected).toBeGreaterThan(rejected)
  await goesOn(load, origin)
  await writing.stop()
  expect(seen.slowest).toBeLessThan(patience)
  await expectKept(installation, load)
})

async function underLoad() {
  const { installation } = await installOnOwnPostgres()
  return { installation, ...(await serveUnderLoad(installation, { isPatient: true })) }
}

async function goesOn({ ledger }: Load, origin: string): Promise<void> {
  await waitUntilReady(origin, 30)
  const before = ledger.acknowledged
  expect(await within(30, () => ledger.acknowledged > before + 16)).toBe(true)
}

/** From now on, the syncs of all newly started PostgreSQL processes fail or are slow, until `end` is called. */
async function injectSyncFaults(installation: Installation, trouble: string) {
  const { path, remove } = await temporaryFolder('syncs')
  onTestFinished(remove)
  const log = join(path, 'log')
  const calls = 'fsync,fdatasync'
  const args = ['-f', '-p', String(await parentOf(installation)), '-o', log]
  const watcher = launch(['strace', ...args, '-e', `trace=${calls}`, '-e', `inject=${calls}:${trouble}`])
  await printedBy(watcher, /(attached)/)
  // Existing processes are not traced, so the server has to open new connections.
  await withClient(installation, client => client.query(`select pg_terminate_backend(pid) ${others}`))
  return {
    /** Ends the trouble and returns how many syncs it affected. */
    end: async () => {
      await watcher.end('SIGTERM')
      return readFileSync(log, 'utf8').split(/\((?:INJECTED|DELAYED)\)/).length - 1
    },
  }
}

/** PostgreSQL's main process, which starts one for each connection. */
const parentOf = (installation: Installation): Promise<number> =>
  withClient(installation, async client => {
    const { rows } = await client.query('select pg_backend_pid() as pid')
    const status = readFileSync(`/proc/${rows[0].pid}/status`, 'utf8')
    return Number(/^PPid:\s+(\d+)/m.exec(status)?.[1])
  })

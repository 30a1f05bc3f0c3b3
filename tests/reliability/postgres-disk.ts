/**
 * D-03 and D-19 on PostgreSQL: its disk fails to sync, is slow, or hangs. strace injects this into the syncs
 * of its processes.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { temporaryFolder } from '#server/testing/guard.ts'
import { startPostgres } from '#server/testing/postgres.ts'
import { actualStates, findCorruption } from './actual-states.ts'
import { waitUntilReady } from './client.ts'
import { withClient } from './crash-operations.ts'
import {
  type Installation,
  newInstallation,
  prepare,
  type Server,
  withDeps,
  withServer,
} from './installation.ts'
import { within } from './listeners.ts'
import { expectNone, expectThat, type Scenario } from './scenario.ts'
import { type Load, prepareLoad, writeUntil } from './writers.ts'

export const scenarios: Scenario[] = [
  {
    id: 'D-03',
    what: 'a disk under PostgreSQL that fails to sync: 503, never success for a write that is lost, and writes resume once it syncs again',
    engine: 'postgres',
    needs: ['PostgreSQL', 'pg_ctl', 'strace'],
    isLong: true,
    measure: failSyncs,
  },
  {
    id: 'D-19',
    what: 'a disk under PostgreSQL that is slow, then hangs: writes wait, those that wait too long get 503 in bounded time, nothing is lost, and the server recovers',
    engine: 'postgres',
    needs: ['PostgreSQL', 'pg_ctl', 'strace'],
    isLong: true,
    measure: slowSyncs,
  },
]

async function failSyncs(): Promise<string> {
  return underLoad(async ({ installation, load, refused, server }) => {
    // Each process syncs this many times before the fault; PostgreSQL then ends all its processes and
    // restarts them.
    const faulty = await injectSyncFaults(installation, 'error=EIO:when=15+')
    await renewConnections(installation)
    await waitUntilReady(server.origin, 15)
    const lost = refused()
    const isRefused = await within(20, () => refused() > lost)
    await setTimeout(3_000)
    const failed = await faulty.end()
    expectThat(failed > 0 && isRefused, `${failed} syncs failed, ${refused() - lost} writes were refused`)
    await waitUntilReady(server.origin, 15)
    const before = load.ledger.acknowledged
    const goesOn = await within(15, () => load.ledger.acknowledged > before + 16)
    expectThat(goesOn, 'nothing was written once the disk synced again')
    return `failed syncs of PostgreSQL, which then restarts all its processes: ${failed}; ${refused() - lost} writes refused with 503`
  })
}

async function slowSyncs(): Promise<string> {
  return underLoad(async ({ installation, load, refused, server, slowest }) => {
    await setTimeout(1_500)
    const [quick, quickly] = [slowest(), load.ledger.acknowledged]
    const slow = await injectSyncFaults(installation, `delay_enter=${delay * 1000}`)
    await renewConnections(installation)
    await waitUntilReady(server.origin, 15)
    const lost = refused()
    await setTimeout(4_000)
    const waited = slowest()
    expectThat(refused() === lost, `${refused() - lost} writes were refused by a disk that is only slow`)
    expectThat(load.ledger.acknowledged > quickly, 'nothing was written on a slow disk')
    expectThat(waited >= delay, `the slowest write took ${Math.round(waited)} ms`)
    const slowed = await slow.end()
    expectThat(slowed > 0, 'no sync was slow')

    // Longer than the server waits for a response of its database.
    const hung = await injectSyncFaults(installation, 'delay_enter=20000000')
    await renewConnections(installation)
    await setTimeout(14_000)
    await hung.end()
    const given = refused() - lost
    expectThat(given > 0, 'no write was refused by a disk that hangs')
    const longest = slowest() / 1000
    expectThat(longest < patience, `a refusal took ${longest.toFixed(1)} s`)
    await waitUntilReady(server.origin, 30)
    const before = load.ledger.acknowledged
    const goesOn = await within(30, () => load.ledger.acknowledged > before + 16)
    expectThat(goesOn, 'nothing was written once the disk had recovered')
    return `slowest write ${Math.round(quick)} ms, ${Math.round(waited)} ms with ${delay} ms added to each sync; during a hang of 14 s, ${given} refused, after ${longest.toFixed(1)} s at most`
  })
}

const delay = 100
/** In seconds, for a request: 2 for a connection, 12 for a response, and a margin for a busy machine. */
const patience = 20

type Scene = {
  installation: Installation
  server: Server
  load: Load
  /** How many writes have been refused with 503 so far. */
  refused: () => number
  /** The slowest response since this was last called, in milliseconds. */
  slowest: () => number
}

/** Runs 16 writers with a PostgreSQL of their own, and then checks that all acknowledged writes are there. */
async function underLoad(work: (scene: Scene) => Promise<string>): Promise<string> {
  const { url, stop } = await startPostgres({ durable: true })
  const installation = await newInstallation('postgres', { postgresUrl: async () => url })
  try {
    await prepare(installation)
    const load = await withDeps(installation, prepareLoad)
    let [refused, longest] = [0, 0]
    const writers = load.writers.map(write => async (origin: string) => {
      const start = performance.now()
      const status = await write(origin)
      longest = Math.max(longest, performance.now() - start)
      if (status === 503) refused += 1
      return status
    })
    const slowest = () => {
      const found = longest
      longest = 0
      return found
    }
    const figures = await withServer(installation, async server => {
      const stopWriting = new AbortController()
      const writing = writeUntil({ ...load, writers }, [server.origin], {
        signal: stopWriting.signal,
        isPatient: true,
      })
      const figures = await work({ installation, server, load, refused: () => refused, slowest })
      stopWriting.abort()
      await writing
      return figures
    })
    await withDeps(installation, async ({ db }) => {
      expectNone([...load.ledger.problems(await actualStates(db)), ...(await findCorruption(db))])
    })
    return `${figures}; ${load.ledger.acknowledged} writes acknowledged, 0 lost`
  } finally {
    await installation.remove()
    await stop()
  }
}

/**
 * From now on, the syncs of all newly started PostgreSQL processes fail or are slow, until `end` is called.
 */
async function injectSyncFaults(installation: Installation, trouble: string) {
  const { path, remove } = await temporaryFolder('syncs')
  const log = join(path, 'log')
  const args = ['-f', '-q', '-p', String(await parentOf(installation)), '-o', log]
  const calls = 'fsync,fdatasync'
  const watcher = spawn('strace', [...args, '-e', `trace=${calls}`, '-e', `inject=${calls}:${trouble}`], {
    stdio: 'ignore',
  })
  await setTimeout(500)
  expectThat(watcher.exitCode === null, `strace ended with ${watcher.exitCode}`)
  return {
    /** Ends the trouble and returns how many syncs it affected. */
    end: async () => {
      watcher.kill('SIGTERM')
      if (watcher.exitCode === null && watcher.signalCode === null) await once(watcher, 'exit')
      const met = readFileSync(log, 'utf8').split(/\((?:INJECTED|DELAYED)\)/).length - 1
      await remove()
      return met
    },
  }
}

/** PostgreSQL's main process, which starts one for each connection. */
async function parentOf(installation: Installation): Promise<number> {
  return withClient(installation, async client => {
    const { rows } = await client.query('select pg_backend_pid() as pid')
    const status = readFileSync(`/proc/${rows[0].pid}/status`, 'utf8')
    return Number(/^PPid:\s+(\d+)/m.exec(status)?.[1])
  })
}

/** Existing processes are not traced, so make the server open new connections. */
async function renewConnections(installation: Installation): Promise<void> {
  await withClient(installation, client =>
    client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    ),
  )
}

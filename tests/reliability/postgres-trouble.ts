/**
 * D-12: a PostgreSQL that is gone for a moment, or not there at the start. (lock-waits.ts covers one that
 * makes all requests wait.)
 */
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '#server/testing/postgres.ts'
import { actualStates, findCorruption } from './actual-states.ts'
import { waitUntilReady } from './client.ts'
import { withClient } from './crash-operations.ts'
import {
  type Installation,
  launch,
  newInstallation,
  prepare,
  startServer,
  withDeps,
  withServer,
} from './installation.ts'
import { within } from './listeners.ts'
import { expectNone, expectThat, type Scale, type Scenario } from './scenario.ts'
import { prepareLoad, writeUntil } from './writers.ts'

export const scenarios: Scenario[] = [
  {
    id: 'D-12',
    what: 'PostgreSQL restarts, crashes and ends connections under 16 writers: writes resume without a restart of the server',
    engine: 'postgres',
    needs: ['PostgreSQL', 'pg_ctl'],
    measure: restartUnderLoad,
  },
  {
    id: 'D-12',
    what: 'PostgreSQL is down at startup: the server waits for it, and gives up after 30 s with a one-line error',
    engine: 'postgres',
    needs: ['PostgreSQL', 'pg_ctl'],
    isLong: true,
    measure: startWithout,
  },
]

async function restartUnderLoad(scale: Scale): Promise<string> {
  const { url, control, stop } = await startPostgres({ durable: true })
  const installation = await newInstallation('postgres', { postgresUrl: async () => url })
  try {
    await prepare(installation)
    const load = await withDeps(installation, prepareLoad)
    const rounds = scale.isShort ? 1 : 5
    const faults: [string, () => Promise<unknown>][] = [
      ['restart', () => control('restart', '-m', 'fast')],
      ['crash', () => control('restart', '-m', 'immediate')],
      ['ended connections', () => endConnections(installation)],
      ['killed process', () => killOne(installation)],
    ]
    return await withServer(installation, async ({ origin, ended, output }) => {
      let hasEnded = false
      void ended.then(() => {
        hasEnded = true
      })
      const stopWriting = new AbortController()
      const writing = writeUntil(load, [origin], { signal: stopWriting.signal, isPatient: true })
      let slowest = 0
      for (let round = 0; round < rounds; round += 1) {
        for (const [title, doIt] of faults) {
          await setTimeout(600)
          await doIt()
          const seconds = await waitUntilReady(origin, 5).catch(() => null)
          expectThat(!hasEnded, `the server ended at a ${title}: ${output().slice(-1_000)}`)
          expectThat(seconds !== null, `not ready 5 s after a ${title}: ${output().slice(-1_000)}`)
          slowest = Math.max(slowest, seconds)
        }
      }
      const before = load.ledger.acknowledged
      await setTimeout(500)
      stopWriting.abort()
      await writing
      expectThat(load.ledger.acknowledged > before, 'nothing was written any more')
      await withDeps(installation, async ({ db }) => {
        expectNone([...load.ledger.problems(await actualStates(db)), ...(await findCorruption(db))])
      })
      return `${rounds} each of restart, crash, ended connections and a killed process of PostgreSQL: ${load.ledger.acknowledged} writes acknowledged, 0 lost; ready again after at most ${slowest.toFixed(1)} s`
    })
  } finally {
    // The database is removed with its cluster, which may no longer be able to drop it.
    await installation.remove().catch(() => undefined)
    await stop()
  }
}

async function endConnections(installation: Installation): Promise<void> {
  await withClient(installation, client => client.query(`select pg_terminate_backend(pid) ${fromOthers}`))
}

/** PostgreSQL then ends all its processes, because their shared memory may be damaged, and recovers. */
async function killOne(installation: Installation): Promise<void> {
  const client = new pg.Client({ connectionString: installation.environment.DATABASE_URL })
  client.on('error', () => undefined)
  await client.connect()
  const hasEnded = new Promise<void>(resolve => client.once('end', resolve))
  const { rows } = await client.query(`select pid ${fromOthers} limit 1`)
  const pid = Number(rows[0]?.pid)
  expectThat(pid > 1, 'nobody was connected to PostgreSQL')
  process.kill(pid, 'SIGKILL')
  await hasEnded
  // The recovery is over once PostgreSQL accepts connections.
  const accepts = () => withClient(installation, async () => true).catch(() => false)
  expectThat(await within(60, accepts, 50), 'PostgreSQL did not recover within a minute')
}

const fromOthers =
  "from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()"

async function startWithout(): Promise<string> {
  const { url, control, stop } = await startPostgres({ durable: true })
  const installation = await newInstallation('postgres', { postgresUrl: async () => url })
  const statusOf = (address: string) =>
    fetch(address).then(
      ({ status }) => status,
      () => 0,
    )
  try {
    await control('stop', '-m', 'fast')
    const { output, kill, ended } = launch(main, installation)
    const isWaiting = await within(20, () => output().includes(waiting))
    expectThat(isWaiting, `it said: ${output()}`)
    await setTimeout(3_000)
    await control('start')
    await within(20, () => output().includes(listening))
    const origin = output()
      .split(listening)[1]
      ?.match(/^[\w.:/]+/)?.[0]
    expectThat(origin !== undefined, `it said: ${output()}`)
    expectThat((await statusOf(`${origin}/readyz`)) === 200, 'not ready once PostgreSQL was there')
    expectThat(timesIn(output(), waiting) === 1, `it said: ${output()}`)

    await control('stop', '-m', 'fast')
    for (const [path, expected] of [
      ['/readyz', 503],
      ['/healthz', 200],
      ['/api/campuses', 503],
    ] as const) {
      const status = await statusOf(origin + path)
      expectThat(status === expected, `without PostgreSQL ${path} was answered with ${status}`)
    }
    kill('SIGKILL')
    await ended

    const start = performance.now()
    const hopeless = launch(main, installation)
    const { code } = await hopeless.ended
    const seconds = (performance.now() - start) / 1000
    const said = hopeless.output()
    expectThat(code === 1 && seconds >= 30 && seconds < 45, `it ended with ${code} after ${seconds} s`)
    const [, reason = ''] = /Common Table can't start:\n(.*)\n/.exec(said) ?? []
    expectThat(/^DATABASE_URL: the database can't be reached/.test(reason), `it said: ${said}`)
    expectThat(timesIn(said, waiting) === 1 && !/\n {2,}at /.test(said), `it said: ${said}`)

    await control('start')
    const again = await startServer(installation)
    again.kill('SIGKILL')
    await again.ended
    return `up 3 s after the first attempt: ready; down later: /readyz 503, /healthz 200; never up: exit ${code} after ${seconds.toFixed(1)} s, “${reason}”; up again: the next start succeeds`
  } finally {
    // The database is removed with its cluster, which may no longer be able to drop it.
    await installation.remove().catch(() => undefined)
    await stop()
  }
}

const main = '../server/main.ts'
const listening = 'Server listening at '
const waiting = 'the database does not answer yet; waiting for it'
const timesIn = (text: string, part: string) => text.split(part).length - 1

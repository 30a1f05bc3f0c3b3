/** D-12 and D-13: a PostgreSQL that goes away for a moment, and one that makes everybody wait. */
import pg from 'pg'
import { createRating } from '#contract/ratings.ts'
import { peopleOf } from '#server/testing/people.ts'
import { startPostgres } from '#server/testing/postgres.ts'
import { actualStates, unsound } from './actual-states.ts'
import { call, type Person, signIn, untilReady } from './client.ts'
import { newInstallation, prepare, withDeps, withServer } from './installation.ts'
import { expectNone, expectThat, type Scale, type Scenario } from './scenario.ts'
import { prepareLoad, writeUntil } from './writers.ts'

export const scenarios: Scenario[] = [
  {
    id: 'D-12',
    what: 'PostgreSQL restarts, crashes and ends connections under 16 writers: all goes on without a restart of ours',
    engine: 'postgres',
    needs: ['PostgreSQL', 'pg_ctl'],
    measure: restartUnderLoad,
  },
  {
    id: 'D-13',
    also: ['T-122'],
    what: 'everybody waits for one lock: 503 in bounded time, then all goes on',
    engine: 'postgres',
    needs: ['PostgreSQL'],
    isLong: true,
    measure: exhaustPool,
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
      ['ended connections', () => endConnections(installation.environment.DATABASE_URL ?? '')],
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
          await new Promise(resolve => setTimeout(resolve, 600))
          await doIt()
          const seconds = await untilReady(origin, 5).catch(() => null)
          expectThat(!hasEnded, `the server ended at a ${title}: ${output().slice(-1_000)}`)
          expectThat(seconds !== null, `not ready 5 s after a ${title}: ${output().slice(-1_000)}`)
          slowest = Math.max(slowest, seconds)
        }
      }
      const before = load.ledger.acknowledged
      await new Promise(resolve => setTimeout(resolve, 500))
      stopWriting.abort()
      await writing
      expectThat(load.ledger.acknowledged > before, 'nothing was written any more')
      await withDeps(installation, async ({ db }) => {
        expectNone([...load.ledger.problems(await actualStates(db)), ...(await unsound(db))])
      })
      return `${rounds} each of restart, crash and ended connections: ${load.ledger.acknowledged} writes acknowledged, 0 lost; ready again after at most ${slowest.toFixed(1)} s`
    })
  } finally {
    await installation.remove()
    await stop()
  }
}

async function endConnections(url: string): Promise<void> {
  await withClient(url, client =>
    client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    ),
  )
}

async function exhaustPool(scale: Scale): Promise<string> {
  const installation = await newInstallation('postgres', scale)
  const url = installation.environment.DATABASE_URL ?? ''
  try {
    await prepare(installation)
    const { people, restaurantId } = await withDeps(installation, async deps => {
      const make = peopleOf(deps)
      const people: Person[] = []
      for (let i = 0; i < 60; i += 1) people.push(await signIn(deps, await make.user()))
      return { people, restaurantId: (await make.restaurant()).id }
    })
    return await withServer(installation, async ({ origin }) => {
      const rate = async (who: Person) => {
        const start = performance.now()
        const { status } = await call(origin, who, createRating, { body: { restaurantId, value: 4 } })
        return { who, status, seconds: (performance.now() - start) / 1000 }
      }
      const answers = await withClient(url, async client => {
        await client.query('begin')
        await client.query('lock table ratings in access exclusive mode')
        const waiting = Promise.all(people.map(rate))
        await new Promise(resolve => setTimeout(resolve, 4_000))
        await client.query('rollback')
        return waiting
      })
      const refused = answers.filter(({ status }) => status === 503)
      expectNone(
        answers
          .filter(({ status }) => status !== 201 && status !== 503)
          .map(({ status }) => `a write was answered with ${status}`),
      )
      expectThat(refused.length > 0, 'nobody was refused')
      const slowest = Math.max(...refused.map(({ seconds }) => seconds))
      expectThat(slowest < 10, `a refusal took ${slowest.toFixed(1)} s`)
      const again = await Promise.all(refused.map(({ who }) => rate(who)))
      expectNone(again.filter(({ status }) => status !== 201).map(({ status }) => `afterwards: ${status}`))
      const rows = await withClient(url, client => client.query('select count(*)::int as count from ratings'))
      expectThat(rows.rows[0].count === people.length, `${rows.rows[0].count} ratings are there`)
      return `60 writes against a lock of 4 s: ${refused.length} refused with 503 after at most ${slowest.toFixed(1)} s, the others written; afterwards all`
    })
  } finally {
    await installation.remove()
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

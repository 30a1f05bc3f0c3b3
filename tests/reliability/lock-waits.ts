/** D-13: all requests wait for one lock in PostgreSQL. */
import { setTimeout } from 'node:timers/promises'
import { createRating } from '#contract/ratings.ts'
import { peopleOf } from '#server/testing/people.ts'
import { median } from '../bench/statistics.ts'
import { call, type Person, signIn } from './client.ts'
import { withClient } from './crash-operations.ts'
import { type Installation, newInstallation, prepare, withDeps, withServer } from './installation.ts'
import { expectNone, expectThat, type Scale, type Scenario } from './scenario.ts'

export const scenarios: Scenario[] = [
  {
    id: 'D-13',
    also: ['T-122'],
    what: 'all requests wait for one lock, and some clients disconnect: 503 in bounded time, then all connections are free and writes work again',
    engine: 'postgres',
    needs: ['PostgreSQL'],
    isLong: true,
    measure: waitForOneLock,
  },
]

/**
 * The first rate during the first half of the lock; the others during the second half, and hang up after half
 * a second.
 */
const [patient, impatient] = [150, 50]
const lockSeconds = 20
/** In seconds, as in open.ts: for a connection, for a lock, and a margin for a busy machine. */
const mostWait = 2 + 10 + 3
const poolSize = 10

async function waitForOneLock(scale: Scale): Promise<string> {
  const installation = await newInstallation('postgres', scale)
  try {
    await prepare(installation)
    const { people, restaurantId } = await withDeps(installation, async deps => {
      const make = peopleOf(deps)
      const people: Person[] = []
      for (let i = 0; i < patient + impatient; i += 1) people.push(await signIn(deps, await make.user()))
      return { people, restaurantId: (await make.restaurant()).id }
    })
    return await withServer(installation, async ({ origin }) => {
      const rate = async (who: Person) => {
        const start = performance.now()
        const { status } = await call(origin, who, createRating, { body: { restaurantId, value: 4 } })
        return { who, status, milliseconds: performance.now() - start }
      }
      const oneByOne = async (some: Person[]) => {
        const times: number[] = []
        for (const who of some) {
          const { status, milliseconds } = await rate(who)
          expectThat(status <= 201, `a rating by itself was answered with ${status}`)
          times.push(milliseconds)
        }
        return median(times)
      }
      const usual = await oneByOne(people.slice(0, 40))
      const { answers, gaveUp } = await whileLocked(installation, async () => {
        const waiting = people.slice(0, patient).map(async (who, i) => {
          await setTimeout((i * lockSeconds * 500) / patient)
          return rate(who)
        })
        const leaving = people.slice(patient).map(async (who, i) => {
          await setTimeout((lockSeconds / 2 + (i * lockSeconds) / 3 / impatient) * 1000)
          return hangUp(origin, who, restaurantId)
        })
        return async () => ({ answers: await Promise.all(waiting), gaveUp: await Promise.all(leaving) })
      })
      const refused = answers.filter(({ status }) => status === 503)
      const odd = answers.filter(({ status }) => status > 201 && status !== 503)
      expectNone(odd.map(({ status }) => `a write was answered with ${status}`))
      expectThat(refused.length >= patient / 2, `only ${refused.length} were refused`)
      const slowest = Math.max(...answers.map(({ milliseconds }) => milliseconds)) / 1000
      expectThat(slowest < mostWait, `an answer took ${slowest.toFixed(1)} s`)
      const left = gaveUp.filter(hasLeft => hasLeft).length
      expectThat(left >= impatient / 2, `only ${left} of ${impatient} hung up before their answer`)
      const open = await waitUntilIdle(installation)
      const again = await Promise.all(people.map(rate))
      expectNone(again.filter(({ status }) => status > 201).map(({ status }) => `afterwards: ${status}`))
      const afterwards = await oneByOne(people.slice(0, 40))
      expectThat(
        afterwards < 2 * usual + 20,
        `a write took ${afterwards.toFixed(0)} ms afterwards, ${usual.toFixed(0)} ms before`,
      )
      const { rows } = await withClient(installation, client =>
        client.query('select count(*)::int as count from ratings'),
      )
      expectThat(rows[0].count === people.length, `${rows[0].count} ratings are there`)
      return `a lock of ${lockSeconds} s: ${refused.length} of ${patient} writes refused with 503, the slowest reply after ${slowest.toFixed(1)} s; ${left} clients disconnected; then all ${open} connections idle, all ${people.length} written; a write takes ${afterwards.toFixed(0)} ms, before ${usual.toFixed(0)} ms`
    })
  } finally {
    await installation.remove()
  }
}

/** Holds a lock on the table for `lockSeconds`, starts `begin` during that time, and returns its outcome. */
async function whileLocked<T>(
  installation: Installation,
  begin: () => Promise<() => Promise<T>>,
): Promise<T> {
  return withClient(installation, async client => {
    await client.query('begin')
    await client.query('lock table ratings in access exclusive mode')
    const end = await begin()
    await setTimeout(lockSeconds * 1000)
    await client.query('rollback')
    return end()
  })
}

/** Sends a request and hangs up after half a second; returns whether that was before the response. */
async function hangUp(origin: string, { cookie }: Person, restaurantId: number): Promise<boolean> {
  return fetch(origin + createRating.path, {
    method: createRating.method,
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ restaurantId, value: 2 }),
    signal: AbortSignal.timeout(500),
  }).then(
    () => false,
    () => true,
  )
}

/** Waits until all of the server's connections are idle, and returns their number: at most the pool size. */
async function waitUntilIdle(installation: Installation): Promise<number> {
  const states =
    'select state from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  const end = performance.now() + 3_000
  for (;;) {
    const { rows } = await withClient(installation, client => client.query(states))
    const busy = rows.filter(({ state }) => state !== 'idle').length
    if (busy === 0 && rows.length <= poolSize) return rows.length
    expectThat(performance.now() < end, `${busy} of ${rows.length} connections are busy`)
    await setTimeout(100)
  }
}

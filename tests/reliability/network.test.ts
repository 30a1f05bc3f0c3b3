import { setTimeout } from 'node:timers/promises'
import { test as anyTest, expect, onTestFinished } from 'vitest'
import { createUser } from '#features/accounts/users-contract.ts'
import { createBackup, listRestores, restoreBackup } from '#features/backups/contract.ts'
import { createRating } from '#features/ratings/contract.ts'
import { defaultConnections, reservedConnections } from '#kit/server/database/connection/database-url.ts'
import { limitConcurrency } from '#kit/server/jobs/concurrency-limit.ts'
import { type Installation, startServer, withDeps } from '#tests/support/backups/installation.ts'
import { newcomer } from '#tests/support/people/newcomer.ts'
import { peopleOf } from '#tests/support/people/people.ts'
import {
  type Conditions,
  type Direction,
  type Fate,
  type FaultyProxy,
  isCommit,
  startFaultyProxy,
} from '#tests/support/processes/faulty-proxy.ts'
import { randomNumbers } from '#tests/support/samples/random.ts'
import { actualStates, findCorruption, keys } from './support/actual-states.ts'
import { call, type Person, prepareRaters, type Rater, signIn, waitUntilReady } from './support/client.ts'
import {
  expectKept,
  install,
  lacks,
  loadFor,
  others,
  ratersIn,
  startWriting,
  withClient,
  within,
} from './support/harness.ts'

/* A network to PostgreSQL that is slow, loses data, or breaks connections, and a lock that all requests wait for. */

const test = anyTest.skipIf(lacks.postgres)

/** In seconds, as in open.ts: for a connection, for a lock, for a response that never comes; and for a busy machine. */
const [connecting, locked, silent, slack] = [2, 10, 12, 3]
/** If nothing ever comes back, the first statement is also the last. */
const patience = connecting + silent + slack
/** A request may first wait for a lock of a lost connection until PostgreSQL ends that, then get it and hear nothing. */
const patienceAmongLosses = connecting + locked + silent + slack
const returnsWithin = 5
const poolSize = defaultConnections - reservedConnections

const bothWays: Direction[] = ['request', 'response']

test('the network to PostgreSQL is slow, then drops everything: 503 in bounded time, then the server recovers [D-20]', async () => {
  const { installation, proxy, origin } = await serveThroughProxy()
  const people = await prepareRaters(installation, 40)
  const rateAll = (from: number) =>
    Promise.all(people.slice(from, from + 30).map(rater => rate(origin, rater)))
  proxy.conditions = { delay: 20 }
  expect((await rateAll(30)).map(({ status }) => status)).toEqual(Array(10).fill(201))
  proxy.conditions = { stalled: bothWays, dropsConnections: true }
  for (const { status, seconds } of await rateAll(0)) {
    expect(status).toBe(503)
    expect(seconds).toBeLessThan(patience)
  }
  proxy.conditions = {}
  await waitUntilReady(origin, returnsWithin)
  expect(await failuresAmong(origin, people.slice(0, 30))).toEqual([])
  expect((await ratersIn(installation)).size).toBe(people.length)
})

/** What happens to one message in forty, or to all connections. Losses last until the server gives connections up. */
const faults: { title: string; seconds: number; conditions?: Conditions; fate?: Fate }[] = [
  { title: 'delays of 20 to 80 ms', seconds: 3, conditions: { delay: 20, jitter: 60 } },
  { title: 'a slow connection', seconds: 4, conditions: { delay: 40, speed: 20_000 } },
  { title: 'three seconds of silence', seconds: 3, conditions: { stalled: bothWays } },
  { title: 'resets within messages', seconds: 2, fate: 'reset' },
  { title: 'connections cut off within messages', seconds: 2, fate: 'cut off' },
  { title: 'connections closed on one side', seconds: 2, fate: 'closed' },
  { title: 'connections that lose what is sent', seconds: 15, fate: 'lost' },
  { title: 'lost requests', seconds: 15, conditions: { stalled: ['request'], dropsConnections: true } },
  { title: 'lost responses', seconds: 15, conditions: { stalled: ['response'], dropsConnections: true } },
  { title: 'everything lost', seconds: 15, conditions: { stalled: bothWays, dropsConnections: true } },
]

test('16 writers over a network that delays, stalls, loses data, resets and cuts off connections: no acknowledged write is lost, each request gets a reply in bounded time, and the server recovers without a restart [D-12 D-13 D-20]', async () => {
  const { installation, proxy, origin } = await serveThroughProxy()
  const random = randomNumbers(18)
  const load = await loadFor(installation)
  const { seen, stop } = startWriting(load, [origin], true)
  for (const { title, seconds, conditions = {}, fate = 'delivered' } of faults) {
    proxy.conditions = conditions
    proxy.decideFate = () => (random(40) === 0 ? fate : 'delivered')
    await setTimeout(seconds * 1000)
    proxy.conditions = {}
    proxy.decideFate = () => 'delivered'
    seen.returned.clear()
    // Connections that lose data keep doing so until they are given up.
    const atMost = returnsWithin + (fate === 'lost' ? silent : 0)
    await waitUntilReady(origin, atMost)
    expect(await within(atMost, () => seen.returned.size > 0), title).toBe(true)
    const allGoOn = () => seen.returned.size === load.writers.length
    expect(await within(patienceAmongLosses, allGoOn), title).toBe(true)
  }
  await stop()
  expect(seen.unanswered).toBe(0)
  expect(seen.slowest).toBeLessThan(patienceAmongLosses)
  // Once learning has noticed a lost connection, too, there are none but the pool's, and none is left in a transaction.
  const isIdle = async () => {
    const states = await statesOf(installation)
    return (
      proxy.open() <= poolSize && states.length <= proxy.open() && states.every(state => state === 'idle')
    )
  }
  expect(await within(patienceAmongLosses, isIdle)).toBe(true)
  await expectKept(installation, load)
})

test('the response to a commit is lost: 503, the write happened once, and a retry succeeds; a restore is listed as done [D-20]', async () => {
  const { installation, proxy, origin } = await serveThroughProxy()
  const { admin, root } = await withDeps(installation, async deps => {
    const make = peopleOf(deps)
    return {
      admin: await signIn(deps, await make.admin()),
      root: await signIn(deps, await make.superUser()),
    }
  })
  // A closed connection is noticed immediately; a silent one after twelve seconds.
  for (const fate of ['reset', 'cut off', 'closed', 'lost'] as const) {
    const token = `token-${fate.replaceAll(' ', '')}-x`
    const body = newcomer({ email: `${token}@example.org` })
    const commits = loseResponse(proxy, token, fate)
    expect((await call(origin, admin, createUser, { body })).status, fate).toBe(503)
    expect(commits(), fate).toBe(1)
    proxy.decideFate = () => 'delivered'
    expect((await call(origin, admin, createUser, { body })).status, fate).toBe(409)
    await withDeps(installation, async ({ db }) => {
      expect((await actualStates(db)).get(keys.user(body.email))).toBe('there')
      expect(await findCorruption(db)).toEqual([])
    })
  }
  const { filename } = (await call(origin, root, createBackup, { body: { includeImages: false } })).body
  const commits = loseResponse(proxy, 'BACKUP_RESTORED', 'reset')
  expect((await call(origin, root, restoreBackup, { params: { filename } })).status).toBe(503)
  expect(commits()).toBe(1)
  proxy.decideFate = () => 'delivered'
  expect((await call(origin, root, listRestores)).body[0]?.outcome).toBe('done')
})

/** Applies `fate` to the response that commits any transaction containing this text; the returned function counts them. */
function loseResponse(proxy: FaultyProxy, text: string, fate: Fate): () => number {
  const carriers = new Set<number | undefined>()
  let commits = 0
  proxy.decideFate = ({ direction, bytes, backend }) => {
    if (direction === 'request' && bytes.includes(text)) carriers.add(backend)
    if (direction === 'request' || !isCommit(bytes) || !carriers.delete(backend)) return 'delivered'
    commits += 1
    return fate
  }
  return () => commits
}

test('all requests wait for one lock, and some clients disconnect: 503 in bounded time, then all connections are free and writes work again [D-13 T-122]', async () => {
  const [patient, impatient, lockSeconds] = [100, 40, 20]
  const installation = await install('postgres')
  const people = await prepareRaters(installation, patient + impatient)
  const { origin } = await startServer(installation)
  await withClient(installation, async client => {
    await client.query('begin')
    await client.query('lock table ratings in access exclusive mode')
    // The first rate during the first half of the lock; the others during the second half, and hang up.
    const waiting = people.slice(0, patient).map(async (rater, i) => {
      await setTimeout((i * lockSeconds * 500) / patient)
      return rate(origin, rater)
    })
    const leaving = people.slice(patient).map(async (rater, i) => {
      await setTimeout((lockSeconds / 2 + (i * lockSeconds) / 3 / impatient) * 1000)
      return hangsUp(origin, rater)
    })
    await setTimeout(lockSeconds * 1000)
    await client.query('rollback')
    const answers = await Promise.all(waiting)
    expect(answers.filter(({ status }) => status > 201 && status !== 503)).toEqual([])
    expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThanOrEqual(patient / 2)
    // A rating waits for its restaurant first, which the one before it holds while that waits for the table.
    expect(Math.max(...answers.map(({ seconds }) => seconds))).toBeLessThan(connecting + 2 * locked + slack)
    expect((await Promise.all(leaving)).filter(Boolean).length).toBeGreaterThanOrEqual(impatient / 2)
  })
  const isIdle = async () => {
    const states = await statesOf(installation)
    return states.length <= poolSize && states.every(state => state === 'idle')
  }
  expect(await within(3, isIdle, 100)).toBe(true)
  expect(await failuresAmong(origin, people)).toEqual([])
  expect((await ratersIn(installation)).size).toBe(people.length)
})

/** Rates with as many people at a time as there are connections, so that a slow machine makes no one wait for one. */
async function failuresAmong(origin: string, people: Rater[]) {
  const inTurn = limitConcurrency({ concurrency: poolSize, maxQueue: people.length })
  const replies = await Promise.all(people.map(rater => inTurn(() => rate(origin, rater))))
  return replies.filter(({ status }) => status > 201)
}

async function serveThroughProxy() {
  const installation = await install('postgres')
  const proxy = await startFaultyProxy(installation.environment.DATABASE_URL ?? '')
  onTestFinished(proxy.close)
  const { origin } = await startServer(installation, { env: { DATABASE_URL: proxy.url } })
  return { installation, proxy, origin }
}

async function rate(origin: string, { who, restaurantId }: Rater) {
  const start = performance.now()
  const { status } = await call(origin, who, createRating, { body: { restaurantId, value: 4 } })
  return { status, seconds: (performance.now() - start) / 1000 }
}

/** Sends a request and hangs up after half a second; returns whether that was before the response. */
const hangsUp = (
  origin: string,
  { who, restaurantId }: { who: Person; restaurantId: number },
): Promise<boolean> =>
  fetch(origin + createRating.path, {
    method: createRating.method,
    headers: { cookie: who.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ restaurantId, value: 2 }),
    signal: AbortSignal.timeout(500),
  }).then(
    () => false,
    () => true,
  )

const statesOf = (installation: Installation): Promise<string[]> =>
  withClient(installation, async client =>
    (await client.query(`select state ${others}`)).rows.map(({ state }) => state),
  )

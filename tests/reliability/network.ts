/**
 * D-20: a network to PostgreSQL that is slow, loses data, breaks connections, or silently drops everything.
 */
import { setTimeout } from 'node:timers/promises'
import { createRating } from '#contract/ratings.ts'
import { peopleOf } from '#server/testing/people.ts'
import { actualStates, findCorruption } from './actual-states.ts'
import { call, type Person, signIn, waitUntilReady } from './client.ts'
import { withClient } from './crash-operations.ts'
import {
  type Conditions,
  type Direction,
  type Fate,
  type FaultyProxy,
  startFaultyProxy,
} from './faulty-proxy.ts'
import { type Installation, newInstallation, prepare, withDeps, withServer } from './installation.ts'
import { within } from './listeners.ts'
import { randomNumbers } from './random.ts'
import { expectNone, expectThat, type Scale, type Scenario } from './scenario.ts'
import { prepareLoad, writeUntil } from './writers.ts'

export const scenarios: Scenario[] = [
  {
    id: 'D-20',
    what: 'the network to PostgreSQL is slow, then drops everything: 503 in bounded time, then the server recovers',
    engine: 'postgres',
    needs: ['PostgreSQL'],
    isLong: true,
    measure: dropEverything,
  },
  {
    id: 'D-20',
    also: ['D-12', 'D-13'],
    what: '16 writers over a network that delays, stalls, loses data, resets and cuts off connections: no acknowledged write is lost, each request gets a reply in bounded time, and the server recovers without a restart',
    engine: 'postgres',
    needs: ['PostgreSQL'],
    measure: writeThroughFaults,
  },
]

const delay = 20
/** In seconds, as in open.ts: for a connection, for a lock, and for a response that never comes. */
const [connecting, locked, silent] = [2, 10, 12]
/** A margin for a busy machine. */
const slack = 3
/** If nothing ever comes back, the first statement is also the last. */
const patience = connecting + silent + slack
/**
 * If some responses come back, a request may first wait for a lock held by a lost connection until PostgreSQL
 * ends that, then get the lock, send its next statement, and hear nothing. A third wait would need another
 * connection that is lost while holding the next lock.
 */
const patienceAmongLosses = connecting + locked + silent + slack

async function dropEverything(scale: Scale): Promise<string> {
  const installation = await newInstallation('postgres', scale)
  const proxy = await startFaultyProxy(installation.environment.DATABASE_URL ?? '')
  try {
    await prepare(installation)
    const { people, restaurantId } = await withDeps(installation, async deps => {
      const make = peopleOf(deps)
      const people: Person[] = []
      for (let i = 0; i < 40; i += 1) people.push(await signIn(deps, await make.user()))
      return { people, restaurantId: (await make.restaurant()).id }
    })
    const env = { DATABASE_URL: proxy.url }
    return await withServer(
      installation,
      async ({ origin }) => {
        const rate = async (who: Person) => {
          const start = performance.now()
          const { status } = await call(origin, who, createRating, { body: { restaurantId, value: 4 } })
          return { who, status, seconds: (performance.now() - start) / 1000 }
        }
        const rateAll = (from: number, to: number) => Promise.all(people.slice(from, to).map(rate))
        proxy.conditions = { delay }
        const slowly = await rateAll(0, 10)
        expectNone(slowly.filter(({ status }) => status !== 201).map(({ status }) => `slowly: ${status}`))

        proxy.conditions = { stalled: bothWays, dropsConnections: true }
        const dropped = await rateAll(10, 40)
        const longest = Math.max(...dropped.map(({ seconds }) => seconds))
        expectNone(dropped.filter(({ status }) => status !== 503).map(({ status }) => `dropped: ${status}`))
        expectThat(longest < patience, `a refusal took ${longest.toFixed(1)} s`)

        proxy.conditions = {}
        const seconds = await waitUntilReady(origin, 5).catch(() => null)
        expectThat(seconds !== null, 'not ready 5 s after the network was back')
        const again = await rateAll(10, 40)
        const odd = again.filter(({ status }) => status !== 201 && status !== 200)
        expectNone(odd.map(({ status }) => `afterwards: ${status}`))
        const count = await withDeps(installation, async ({ db }) => {
          expectNone(await findCorruption(db))
          return (await db.selectFrom('ratings').select('id').execute()).length
        })
        expectThat(count === people.length, `${count} of ${people.length} ratings are there`)
        return `10 writes with ${2 * delay} ms added to each statement: all kept; 30 while everything was dropped: 503 after at most ${longest.toFixed(1)} s; ready ${seconds?.toFixed(1)} s after the network was back, then all written`
      },
      { env },
    )
  } finally {
    proxy.close()
    await installation.remove()
  }
}

type NetworkFault = {
  title: string
  seconds: number
  conditions?: Conditions
  /** What happens to one message in 40. */
  fate?: Fate
  isShort?: boolean
}

const [oneOf, bothWays] = [40, ['request', 'response'] as const satisfies Direction[]]

/** The faults that lose data last until the server has given up all affected connections. */
const networkFaults: NetworkFault[] = [
  { title: 'delays of 20 to 80 ms', seconds: 3, conditions: { delay: 20, jitter: 60 } },
  { title: 'a slow connection', seconds: 4, conditions: { delay: 40, speed: 20_000 } },
  { title: 'three seconds of silence', seconds: 3, conditions: { stalled: bothWays } },
  { title: 'resets within messages', seconds: 2, fate: 'reset', isShort: true },
  { title: 'connections cut off within messages', seconds: 2, fate: 'cut off' },
  { title: 'connections closed on one side', seconds: 2, fate: 'closed', isShort: true },
  { title: 'connections that lose what is sent', seconds: 15, fate: 'lost' },
  { title: 'lost requests', seconds: 15, conditions: { stalled: ['request'], dropsConnections: true } },
  { title: 'lost responses', seconds: 15, conditions: { stalled: ['response'], dropsConnections: true } },
  { title: 'everything lost', seconds: 15, conditions: { stalled: bothWays, dropsConnections: true } },
]

async function writeThroughFaults(scale: Scale): Promise<string> {
  const installation = await newInstallation('postgres', scale)
  const proxy = await startFaultyProxy(installation.environment.DATABASE_URL ?? '')
  const random = randomNumbers(scale.seed)
  const chosen = networkFaults.filter(({ isShort }) => isShort || !scale.isShort)
  try {
    await prepare(installation)
    const load = await withDeps(installation, prepareLoad)
    return await withServer(
      installation,
      async ({ origin, output }) => {
        const stop = new AbortController()
        let [longest, unanswered, slowestReturn] = [0, 0, 0]
        let [slowest, fault] = ['', '']
        const returned = new Set<number>()
        const writers = load.writers.map((write, index) => async (origin: string) => {
          const start = performance.now()
          const status = await write(origin)
          const seconds = (performance.now() - start) / 1000
          if (seconds > longest) [longest, slowest] = [seconds, `${status} of writer ${index} at '${fault}'`]
          if (status === 0) unanswered += 1
          else if (status !== 503) returned.add(index)
          return status
        })
        const writing = writeUntil({ ...load, writers }, [origin], { signal: stop.signal, isPatient: true })
        for (const { title, seconds, conditions = {}, fate = 'delivered' } of chosen) {
          fault = title
          proxy.conditions = conditions
          proxy.decideFate = () => (random(oneOf) === 0 ? fate : 'delivered')
          await setTimeout(seconds * 1000)
          proxy.conditions = {}
          proxy.decideFate = () => 'delivered'
          returned.clear()
          const start = performance.now()
          const where = () => `${title}: ${output().slice(-500)}`
          // Connections that lose data keep doing so until they are given up.
          const atMost = returnsWithin + (fate === 'lost' ? silent : 0)
          await waitUntilReady(origin, atMost)
          const isWriting = await within(atMost, () => returned.size > 0)
          expectThat(isWriting, `nothing was written ${atMost} s after ${where()}`)
          slowestReturn = Math.max(slowestReturn, (performance.now() - start) / 1000)
          const haveAll = await within(patienceAmongLosses, () => returned.size === writers.length)
          expectThat(haveAll, `only ${returned.size} writers went on after ${where()}`)
        }
        stop.abort()
        await writing
        expectThat(unanswered === 0, `${unanswered} requests were left without any answer`)
        expectThat(longest < patienceAmongLosses, `an answer took ${longest.toFixed(1)} s: ${slowest}`)
        const open = await expectNoLeak(installation, proxy)
        await withDeps(installation, async ({ db }) => {
          expectNone([...load.ledger.problems(await actualStates(db)), ...(await findCorruption(db))])
        })
        const titles = chosen.map(({ title }) => title).join(', ')
        return `${titles}: ${load.ledger.acknowledged} writes acknowledged, 0 lost; the slowest reply ${longest.toFixed(1)} s (${slowest}), writes resumed after at most ${slowestReturn.toFixed(1)} s; ${open} connections at the end`
      },
      { env: { DATABASE_URL: proxy.url } },
    )
  } finally {
    proxy.close()
    await installation.remove()
  }
}

const returnsWithin = 5

/** The pool has at most ten connections, PostgreSQL has no others, and none is left in a transaction. */
async function expectNoLeak(installation: Installation, proxy: FaultyProxy): Promise<number> {
  const states =
    'select state from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  const end = performance.now() + returnsWithin * 1000
  for (;;) {
    const { rows } = await withClient(installation, client => client.query(states))
    const busy = rows.filter(({ state }) => state !== 'idle')
    if (proxy.open() <= poolSize && rows.length <= proxy.open() && busy.length === 0) return proxy.open()
    const found = `${proxy.open()} connections, of which PostgreSQL has ${rows.length}, ${busy.length} of them busy`
    expectThat(performance.now() < end, `there are ${found}`)
    await setTimeout(100)
  }
}

const poolSize = 10

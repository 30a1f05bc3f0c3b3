/** D-14 and D-22: lunches with two processes, and streams that stay open. */
import { readFile } from 'node:fs/promises'
import { changeLunch, getLunch, joinLunch, type Lunch, startLunch } from '#contract/lunches.ts'
import type { Engine } from '#server/database/dialect.ts'
import { peopleOf } from '#server/testing/people.ts'
import { findCorruption } from './actual-states.ts'
import { call, type Person, signIn } from './client.ts'
import { type Installation, newInstallation, prepare, withDeps, withServer } from './installation.ts'
import { type Listener, listen, within } from './listeners.ts'
import { engines, expectNone, expectThat, needsOf, type Scale, type Scenario } from './scenario.ts'
import { withTwoProcesses } from './two-processes.ts'

export const scenarios: Scenario[] = engines.flatMap((engine): Scenario[] => {
  const needs = needsOf(engine)
  return [
    {
      id: 'D-14',
      what: 'requests to two processes race to close votes: each vote is decided once, with the same result for everyone; never more people than seats',
      engine,
      needs,
      isLong: engine === 'postgres',
      measure: scale => race(engine, scale),
    },
    {
      id: 'D-14',
      what: 'one of two processes dies with open event streams: all clients reconnect to the other one and receive its changes',
      engine,
      needs,
      isLong: engine === 'sqlite',
      measure: scale => loseOne(engine, scale),
    },
    {
      id: 'D-22',
      what: 'open event streams and a change each second: no stream misses one, and memory use stays flat',
      engine,
      needs,
      isLong: true,
      measure: scale => stayOpen(engine, scale),
    },
  ]
})

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

async function race(engine: Engine, scale: Scale): Promise<string> {
  const votes = scale.isShort ? 8 : 40
  const installation = await newInstallation(engine, scale)
  try {
    const { people, places } = await crowd(installation, { people: votes + 30, places: 4 })
    const hosts = people.slice(0, votes)
    return await withTwoProcesses(installation, async origins => {
      const [here = '', there = ''] = origins
      const listeners = origins.map(origin => listen([origin], people.at(-1) as Person))
      // Long enough even for a busy machine: a vote that ends in the past would be rejected.
      const decidesAt = new Date(Date.now() + 6_000).toISOString()
      const lunches: Lunch[] = await Promise.all(
        hosts.map((host, index) => start(origins[index % 2] ?? '', host, places, { decidesAt, seats: 5 })),
      )
      expectThat(Date.now() < Date.parse(decidesAt), 'this machine is too slow for the race')
      await pause(Date.parse(decidesAt) - Date.now())

      const seen = await Promise.all(
        lunches.map(async ({ id }, index) => {
          const looks = Array.from({ length: 10 }, (_, look) =>
            lookAt(look % 2 === 0 ? here : there, people[(index + look) % people.length] as Person, id),
          )
          return Promise.all(looks)
        }),
      )
      for (const [index, looks] of seen.entries()) {
        expectNone(looks.filter(({ state }) => state !== 'decided').map(({ id }) => `${id} was seen as open`))
        const decisions = new Set(looks.map(({ decision }) => JSON.stringify(decision)))
        expectThat(decisions.size === 1, `a vote was seen with ${decisions.size} decisions`)
        const before = lunches[index]?.version ?? 0
        expectNone(
          looks.filter(({ version }) => version !== before + 1).map(({ id }) => `${id} was settled twice`),
        )
      }
      const hasDecisions = (listener: Listener) =>
        lunches.every(({ id }) => listener.seen(id)?.state === 'decided')
      expectThat(await within(5, () => listeners.every(hasDecisions)), 'a stream did not receive a decision')
      for (const looks of seen) {
        const decided = looks[0] as Lunch
        const received = listeners.map(listener => JSON.stringify(listener.seen(decided.id)?.decision))
        expectNone(
          received.filter(text => text !== JSON.stringify(decided.decision)).map(text => `received ${text}`),
        )
      }
      await Promise.all(listeners.map(listener => listener.stop()))

      const { id } = lunches[0] as Lunch
      const joins = await Promise.all(
        people
          .slice(votes)
          .map((who, index) => call(origins[index % 2] ?? '', who, joinLunch, { params: { id }, body: {} })),
      )
      const entered = joins.filter(({ status }) => status === 200).length
      expectThat(entered === 4, `${entered} joined a lunch with four seats left`)
      expectNone(
        joins.filter(({ status }) => status !== 200 && status !== 409).map(({ status }) => `${status}`),
      )
      await withDeps(installation, async ({ db }) => expectNone(await findCorruption(db)))
      return `${votes} votes, each read by ten users over two processes as it ended: decided once each; 30 joined at once: 4 got the 4 seats`
    })
  } finally {
    await installation.remove()
  }
}

/**
 * Four hundred requests may be too many for a busy machine, which then responds with 503. Like a browser, the
 * reader retries.
 */
async function lookAt(origin: string, who: Person, id: number): Promise<Lunch> {
  for (let attempt = 0; ; attempt += 1) {
    const { status, body } = await call(origin, who, getLunch, { params: { id } })
    if (status === 200) return body
    expectThat(status === 503 && attempt < 3, `a look at a lunch was answered with ${status}`)
    await pause(2_000)
  }
}

async function loseOne(engine: Engine, scale: Scale): Promise<string> {
  const count = scale.isShort ? 60 : 300
  const installation = await newInstallation(engine, scale)
  try {
    const { people, places } = await crowd(installation, { people: count + 1, places: 2 })
    const [host, ...others] = people
    return await withTwoProcesses(installation, async (origins, [first]) => {
      const [here = '', there = ''] = origins
      const lunch = await start(there, host as Person, places, {})
      const listeners = others.map(who => listen(origins, who))
      expectThat(
        await within(20, () => listeners.every(listener => listener.begun() === 1)),
        'not all streams opened',
      )
      const sawBefore = (text: string) => listeners.every(({ seen }) => seen(lunch.id)?.note === text)
      await change(here, host as Person, lunch, 'before')
      expectThat(await within(3, () => sawBefore('before')), 'a change was not seen by all streams')

      const start1 = performance.now()
      first.kill('SIGKILL')
      await first.ended
      await change(there, host as Person, lunch, 'meanwhile')
      expectThat(
        await within(10, () => sawBefore('meanwhile')),
        `${listeners.filter(({ seen }) => seen(lunch.id)?.note !== 'meanwhile').length} streams did not come back`,
      )
      const back = (performance.now() - start1) / 1000
      await change(there, host as Person, lunch, 'afterwards')
      expectThat(
        await within(3, () => sawBefore('afterwards')),
        'a change after the fault was not seen by all',
      )
      expectNone(listeners.flatMap(findDisorder))
      await Promise.all(listeners.map(listener => listener.stop()))
      return `${count} streams: after ${back.toFixed(1)} s all had the state from the other process, and later changes`
    })
  } finally {
    await installation.remove()
  }
}

async function stayOpen(engine: Engine, scale: Scale): Promise<string> {
  const [count, seconds] = scale.isShort ? [100, 20] : [300, 300]
  const installation = await newInstallation(engine, scale)
  try {
    const { people, places } = await crowd(installation, { people: count + 1, places: 2 })
    const [host, ...others] = people as [Person, ...Person[]]
    return await withServer(installation, async ({ origin, pid }) => {
      const lunch = await start(origin, host, places, {})
      const listeners = others.map(who => listen([origin], who))
      expectThat(
        await within(30, () => listeners.every(({ begun }) => begun() === 1)),
        'not all streams opened',
      )
      const delays: number[] = []
      const memory: number[] = []
      for (let second = 0; second < seconds; second += 1) {
        const began = performance.now()
        const { version } = await change(origin, host, lunch, `second ${second}`)
        const answered = performance.now()
        const has = ({ seen }: Listener) => seen(lunch.id)?.version === version
        expectThat(
          await within(5, () => listeners.every(has)),
          `in second ${second}, ${listeners.filter(listener => !has(listener)).length} streams missed a change`,
        )
        delays.push(Math.max(...listeners.map(({ received }) => received.at(-1)?.at ?? 0)) - answered)
        memory.push(await memoryOf(pid))
        await pause(Math.max(0, 1_000 - (performance.now() - began)))
      }
      expectNone(listeners.flatMap(findDisorder))
      expectNone(listeners.filter(({ begun }) => begun() > 1).map(() => 'a stream was cut'))
      const versions = listeners.map(({ received }) => received.length)
      expectThat(
        Math.min(...versions) === seconds + 1,
        `a stream had ${Math.min(...versions)} of ${seconds + 1} events`,
      )
      const third = Math.floor(memory.length / 3)
      const [early, late] = [Math.max(...memory.slice(third, 2 * third)), Math.max(...memory.slice(-third))]
      expectThat(late < early + 15, `the memory grew from ${early} MB to ${late} MB`)
      await Promise.all(listeners.map(listener => listener.stop()))
      const sorted = delays.toSorted((a, b) => a - b)
      const [middle = 0, most = 0] = [0.5, 0.95].map(part => sorted[Math.floor(sorted.length * part)])
      expectThat(most < 1_000, `one change in twenty took ${Math.round(most)} ms or more to the last stream`)
      return `${count} streams, ${seconds} changes, each on all of them: on the last one ${Math.round(middle)} ms after the reply at the median, ${Math.round(most)} ms at p95; at most ${early} MB in the second third, ${late} MB in the last`
    })
  } finally {
    await installation.remove()
  }
}

/** Resident memory in megabytes. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000)
}

async function crowd(installation: Installation, wanted: { people: number; places: number }) {
  await prepare(installation)
  return withDeps(installation, async deps => {
    const make = peopleOf(deps)
    const [people, places]: [Person[], number[]] = [[], []]
    for (let i = 0; i < wanted.people; i += 1) people.push(await signIn(deps, await make.user()))
    for (let i = 0; i < wanted.places; i += 1) places.push((await make.restaurant()).id)
    return { people, places }
  })
}

async function start(origin: string, host: Person, restaurantIds: number[], fields: object): Promise<Lunch> {
  const leavesAt = new Date(Date.now() + 60 * 60 * 1000).toISOString()
  const body = { campusCode: 'arden', leavesAt, restaurantIds, ...fields }
  const { status, body: lunch, message } = await call(origin, host, startLunch, { body })
  expectThat(status === 201, `a lunch was answered with ${status} ${message}`)
  return lunch
}

async function change(origin: string, host: Person, { id }: Lunch, note: string): Promise<Lunch> {
  const reply = await call(origin, host, changeLunch, { params: { id }, body: { note } })
  expectThat(reply.status === 200, `a change was answered with ${reply.status} ${reply.message}`)
  return reply.body
}

/** Finds an older version that arrived after a newer one. */
function findDisorder({ received }: Listener): string[] {
  const versions = received.map(({ lunch }) => lunch.version)
  const wrong = versions.findIndex((version, index) => version < (versions[index - 1] ?? 0))
  return wrong < 0 ? [] : [`version ${versions[wrong]} came after ${versions[wrong - 1]}`]
}

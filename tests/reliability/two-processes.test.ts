import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { login } from '#features/accounts/sessions-contract.ts'
import { listBackupFiles } from '#features/backups/server/backup-files.ts'
import { addFavorite } from '#features/favorites/contract.ts'
import { changeLunch, joinLunch, type Lunch, startLunch } from '#features/lunches/contract.ts'
import { createRating } from '#features/ratings/contract.ts'
import { readConfig } from '#kit/server/config/config.ts'
import { type Installation, startServer, withDeps } from '#tests/support/backups/installation.ts'
import { peopleOf, testPassword } from '#tests/support/people/people.ts'
import { findCorruption } from './support/actual-states.ts'
import { call, type Person, signIn, times } from './support/client.ts'
import { engines, expectKept, install, loadFor, startWriting, within } from './support/harness.ts'
import { type Listener, listen } from './support/listeners.ts'

/* Two processes with one database enforce the same rules together; and streams of events that stay open. */

describe.each(engines)('%s', engine => {
  test('two processes share throttles, limits, seats and uniqueness, and make one scheduled backup [D-14]', async () => {
    const installation = await install(engine, { RATE_LIMITS: 'on' })
    const { people, places } = await crowd(installation, 32, 30)
    const [ana, ben, ...crew] = people as [Person, Person, ...Person[]]
    const email = await withDeps(installation, async ({ db }) => {
      const row = {
        key: 'favorites_limit',
        value: '4',
        description: null,
        updatedAt: new Date().toISOString(),
      }
      await db.insertInto('systemSettings').values(row).execute()
      // Makes a scheduled backup due immediately.
      const longAgo = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000).toISOString()
      await db.updateTable('users').set({ createdAt: longAgo }).execute()
      return (await db.selectFrom('users').select('email').where('id', '=', ana.id).executeTakeFirstOrThrow())
        .email
    })
    const { origins } = await serveTwice(installation)
    const tries: number[] = []
    for (let i = 0; i < 6; i += 1) {
      const password = i < 5 ? 'wrong password' : testPassword
      tries.push((await call(origins[i % 2] ?? '', null, login, { body: { email, password } })).status)
    }
    expect(tries).toEqual([401, 401, 401, 401, 401, 429])
    const together = (count: number, send: (origin: string, i: number) => Promise<{ status: number }>) =>
      Promise.all(
        Array.from(
          { length: count },
          async (_, i) => (await retrying(() => send(origins[i % 2] ?? '', i))).status,
        ),
      )
    const restaurantId = places[0] ?? 0
    const ratings = await together(50, (origin, i) =>
      call(origin, ana, createRating, { body: { restaurantId, value: 1 + (i % 5) } }),
    )
    expect(ratings.filter(status => status > 201)).toEqual([])
    const added = await together(30, (origin, i) =>
      call(origin, ben, addFavorite, { body: { restaurantId: places[i] ?? 0 } }),
    )
    expect(added.toSorted()).toEqual([...Array(4).fill(201), ...Array(26).fill(409)])
    const lunch = await start(origins[0] ?? '', ben, places.slice(0, 1), 5)
    const joined = await together(crew.length, (origin, i) =>
      call(origin, crew[i] ?? null, joinLunch, { params: { id: lunch.id }, body: {} }),
    )
    expect(joined.toSorted()).toEqual([...Array(4).fill(200), ...Array(26).fill(409)])
    const runs = () => withDeps(installation, ({ db }) => db.selectFrom('backupRuns').selectAll().execute())
    await within(20, async () => (await runs()).some(({ finishedAt }) => finishedAt !== null), 200)
    expect((await runs()).map(({ problem }) => problem)).toEqual([null])
    const files = await listBackupFiles(readConfig(installation.environment))
    expect(files.filter(({ kind }) => kind === 'scheduled')).toHaveLength(1)
    await withDeps(installation, async ({ db }) => {
      expect(await db.selectFrom('ratings').select('id').execute()).toHaveLength(1)
      expect(await findCorruption(db)).toEqual([])
    })
  })

  test('one of two processes under 16 writers is killed: the other one keeps working, and nothing is lost [D-14]', async () => {
    const installation = await install(engine)
    const load = await loadFor(installation)
    const { origins, servers } = await serveTwice(installation)
    const writing = startWriting(load, origins)
    await setTimeout(1_000)
    await servers[0].end()
    const before = load.ledger.acknowledged
    expect(await within(10, () => load.ledger.acknowledged > before + 4)).toBe(true)
    await writing.stop()
    await expectKept(installation, load)
  })

  test('one of two processes dies with open event streams: all clients reconnect to the other one and receive its changes [D-14]', async () => {
    const installation = await install(engine)
    const { people, places } = await crowd(installation, 81, 2)
    const [host, ...others] = people as [Person, ...Person[]]
    const { origins, servers } = await serveTwice(installation)
    const [here = '', there = ''] = origins
    const lunch = await start(there, host, places)
    const listeners = others.map(who => listen(origins, who))
    expect(await within(20, () => listeners.every(({ begun }) => begun() === 1))).toBe(true)
    const allSee = (note: string) =>
      within(15, () => listeners.every(({ seen }) => seen(lunch.id)?.note === note))
    await change(here, host, lunch, 'before')
    expect(await allSee('before')).toBe(true)
    await servers[0].end()
    await change(there, host, lunch, 'meanwhile')
    expect(await allSee('meanwhile')).toBe(true)
    await change(there, host, lunch, 'afterwards')
    expect(await allSee('afterwards')).toBe(true)
    for (const listener of listeners) expectOrder(listener)
    await Promise.all(listeners.map(({ stop }) => stop()))
  })

  test('open event streams and a change each second: no stream misses one, and memory use stays flat [D-22]', async () => {
    const [count, seconds] = [200, 60]
    const installation = await install(engine)
    const { people, places } = await crowd(installation, count + 1, 2)
    const [host, ...others] = people as [Person, ...Person[]]
    const { origin, pid } = await startServer(installation)
    const lunch = await start(origin, host, places)
    const listeners = others.map(who => listen([origin], who))
    expect(await within(30, () => listeners.every(({ begun }) => begun() === 1))).toBe(true)
    const memory: number[] = []
    for (let second = 0; second < seconds; second += 1) {
      const began = performance.now()
      const { version } = await change(origin, host, lunch, `second ${second}`)
      expect(await within(5, () => listeners.every(({ seen }) => seen(lunch.id)?.version === version))).toBe(
        true,
      )
      memory.push(await memoryOf(pid))
      await setTimeout(Math.max(0, 1_000 - (performance.now() - began)))
    }
    for (const listener of listeners) {
      expectOrder(listener)
      expect([listener.begun(), listener.received.length]).toEqual([1, seconds + 1])
    }
    const [early, late] = [Math.max(...memory.slice(20, 40)), Math.max(...memory.slice(-20))]
    expect(late).toBeLessThan(early + 15)
    await Promise.all(listeners.map(({ stop }) => stop()))
  })
})

async function serveTwice(installation: Installation) {
  const servers = [await startServer(installation), await startServer(installation)] as const
  return { servers, origins: servers.map(({ origin }) => origin) }
}

/** Too many requests for a busy machine are answered with 503. Like a browser, the sender retries. */
async function retrying<R extends { status: number }>(send: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await send()
    if (reply.status !== 503 || attempt === 4) return reply
    await setTimeout(2_000)
  }
}

/** Resident memory in megabytes. */
const memoryOf = async (pid: number) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000)

const crowd = (installation: Installation, peopleCount: number, placeCount: number) =>
  withDeps(installation, async deps => {
    const make = peopleOf(deps)
    return {
      people: await times(peopleCount, async () => signIn(deps, await make.user())),
      places: await times(placeCount, async () => (await make.restaurant()).id),
    }
  })

async function start(origin: string, host: Person, restaurantIds: number[], seats?: number): Promise<Lunch> {
  const leavesAt = new Date(Date.now() + 60 * 60 * 1000).toISOString()
  const body = { campusCode: 'arden', leavesAt, restaurantIds, seats }
  const reply = await call(origin, host, startLunch, { body })
  expect(reply.status, reply.message).toBe(201)
  return reply.body
}

async function change(origin: string, host: Person, { id }: Lunch, note: string): Promise<Lunch> {
  const reply = await call(origin, host, changeLunch, { params: { id }, body: { note } })
  expect(reply.status, reply.message).toBe(200)
  return reply.body
}

/** No older version arrives after a newer one. */
function expectOrder({ received }: Listener): void {
  const versions = received.map(({ version }) => version)
  expect(versions).toEqual(versions.toSorted((a, b) => a - b))
}

import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { freePort } from '#tests/support/processes/free-port.ts'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { holdSocket } from '#tests/support/processes/held-socket.ts'
import { startProcess } from '#tests/support/processes/start-process.ts'
import { isOnPath, startProgram, testWhere } from './programs.ts'
import { caddyWith, documented, proxies, startProxy } from './proxy-configs.ts'
import { type Admin, adminAt, json, post, send } from './servers.ts'

/* Two processes behind the proxies of docs/operations.md, configured with the very lines that stand there. */

vi.setConfig({ testTimeout: 300_000 })

const onTwoPorts = [['caddy', caddyWith(documented('health_uri'))]] as const

/** A process on a port that stays the same when it is replaced, or on a socket. */
async function startAt(environment: Record<string, string>, socket?: number) {
  const first = await startProcess(
    {
      PORT: String(await freePort()),
      TRUST_PROXY: '1',
      RATE_LIMITS: 'off',
      PRIMARY_ADMIN_EMAIL: 'admin@example.org',
      ...environment,
    },
    { socket },
  )
  let current: Awaited<ReturnType<typeof first.startAgain>> = first
  return {
    dataDir: first.dataDir,
    host: new URL(first.origin).host,
    kill: () => current.end(),
    replace: async () => {
      expect((await current.end('SIGTERM')).code).toBe(0)
      current = await first.startAgain()
    },
    start: async () => {
      current = await first.startAgain()
    },
  }
}

const behind = async (...given: Parameters<typeof startProxy>) => ({
  origin: `http://127.0.0.1:${await startProxy(...given)}`,
})

/** What a person reads and writes, with each status; what was added has a name of its own. */
function callsOf(admin: Admin) {
  let count = 0
  return {
    read: async () => (await admin.fetch('/api/campuses')).status,
    change: async () => (await send(admin, 'PUT', '/api/user/reminder', { reminder: null })).status,
    add: async () => {
      count += 1
      const place = {
        name: `Place ${count}`,
        address: '1 Main St',
        campusCode: 'arden',
        price: '$',
        hours: '11-9',
      }
      const { status } = await post(admin, '/api/restaurants', { ...place, distance: 1, travelTime: 4 })
      return { status, name: place.name }
    },
  }
}

/** Every place that was added is there, and none twice. */
async function expectAddedOnce(admin: Admin, added: { status: number; name: string }[]) {
  const places: { name: string }[] = await json(admin, '/api/restaurants/campus/arden')
  const names = places.map(place => place.name)
  expect(names, 'nothing was written twice').toHaveLength(new Set(names).size)
  const acknowledged = added.filter(({ status }) => status === 201)
  expect(acknowledged.length).toBeGreaterThan(10)
  for (const place of acknowledged) expect(names).toContain(place.name)
}

/** Tests with two processes behind this proxy. */
const testBehind = (name: string) =>
  testWhere(isOnPath(name), `${name} is not installed: two processes are NOT tested behind it.`)

describe.each(proxies)('two processes on a socket that systemd holds, behind %s', (name, configure) => {
  const test = testBehind(name)

  test('no request of 24 people fails while one is dead, and while all are replaced at once', async () => {
    const { fd, host } = holdSocket()
    const one = await startAt({}, fd)
    const other = await startAt({ DATA_DIR: one.dataDir }, fd)
    const admin = await adminAt(await behind(configure, host))
    const { read, change, add } = callsOf(admin)
    let isOver = false
    const statuses: number[] = []
    const added: Awaited<ReturnType<typeof add>>[] = []
    const people = Array.from({ length: 24 }, async (_, person) => {
      while (!isOver)
        if (person % 3 === 0) added.push(await add())
        else statuses.push(await (person % 3 === 1 ? change() : read()))
    })
    for (const replaced of [[one], [other], [one], [one, other]])
      await Promise.all(replaced.map(server => server.replace()))
    isOver = true
    await Promise.all(people)
    expect(statuses.length).toBeGreaterThan(100)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(new Set(added.map(({ status }) => status))).toEqual(new Set([201]))
    await expectAddedOnce(admin, added)

    await one.kill()
    expect(new Set(await Promise.all(Array.from({ length: 20 }, read)))).toEqual(new Set([200]))
  })
})

const activate = 'systemd-socket-activate'
const testSocket = testWhere(
  isOnPath(activate),
  `${activate} is not installed: the server is NOT started by it.`,
)

testSocket('a server serves the socket that systemd passes to its start', async () => {
  const { path: folder, remove } = await temporaryFolder('socket')
  onTestFinished(remove)
  const [address, elsewhere] = [await freePort(), await freePort()].map(port => `127.0.0.1:${port}`)
  const settings = { DATA_DIR: folder, STARTER_DATA: 'none', PORT: String(elsewhere?.split(':')[1]) }
  const given = Object.entries(settings).flatMap(([name, value]) => ['-E', `${name}=${value}`])
  const start = documented('Sockets=').match(/^ExecStart=\S+node (\S+)$/m)?.[1] ?? ''
  const script = fileURLToPath(new URL(`../../${start}`, import.meta.url))
  const command = [activate, '-l', String(address), ...given, process.execPath, script]
  await startProgram(Number(address?.split(':')[1]), command, { dataDir: folder })
  expect((await fetch(`http://${address}/readyz`)).status).toBe(200)
  await expect(fetch(`http://${elsewhere}/readyz`)).rejects.toThrow()
})

describe.each(onTwoPorts)(
  'two processes on their own ports behind %s, configured as documented',
  (name, configure) => {
    const test = testBehind(name)

    test('one may be dead, and each be replaced under load', async () => {
      const one = await startAt({})
      const other = await startAt({ DATA_DIR: one.dataDir })
      const admin = await adminAt(await behind(configure, one.host, other.host))
      const { read, change, add } = callsOf(admin)

      await one.kill()
      expect(new Set(await Promise.all(Array.from({ length: 20 }, read)))).toEqual(new Set([200]))
      for (let i = 0; i < 10; i += 1) expect((await add()).status).toBe(201)
      await one.start()

      let isOver = false
      const seen: number[] = []
      const added: Awaited<ReturnType<typeof add>>[] = []
      const changed: number[] = []
      const readers = Array.from({ length: 3 }, async () => {
        while (!isOver) seen.push(await read())
      })
      const changer = (async () => {
        while (!isOver) changed.push(await change())
      })()
      const writer = (async () => {
        while (!isOver) added.push(await add())
      })()
      // Each when the one before is ready, as documented.
      const replaced = [one, other, one]
      for (const server of replaced) await server.replace()
      isOver = true
      await Promise.all([...readers, writer, changer])
      expect(seen.length).toBeGreaterThan(50)
      expect(new Set(seen)).toEqual(new Set([200]))
      // Only what had been delivered to a process when it ended isn't repeated.
      for (const [statuses, success] of [
        [changed, 200],
        [added.map(({ status }) => status), 201],
      ] as const) {
        expect(statuses.length).toBeGreaterThan(50)
        expect(statuses.filter(status => status !== success).length).toBeLessThanOrEqual(replaced.length)
      }
      await expectAddedOnce(admin, added)
    })
  },
)

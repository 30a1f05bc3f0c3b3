import { chmod } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '#tests/support/processes/free-port.ts'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { holdSocket } from '#tests/support/processes/held-socket.ts'
import { startProcess } from '#tests/support/processes/start-process.ts'
import { isOnPath, startProgram } from './programs.ts'
import { type Configure, caddyWith, documented, nginxWith } from './proxy-configs.ts'
import { type Admin, adminAt, json, post, send } from './servers.ts'

/* Two processes behind the proxies of docs/operations.md, configured with the very lines that stand there. */

const onOneSocket = [
  ['nginx', nginxWith(documented('client_max_body_size'))],
  ['caddy', caddyWith(documented('lunch.example.org'))],
] as const
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
    kill: async () => {
      current.signalGroup('SIGKILL')
      await current.ended
    },
    replace: async () => {
      current.child.kill('SIGTERM')
      expect(await current.ended).toBe(0)
      current = await first.startAgain()
    },
    start: async () => {
      current = await first.startAgain()
    },
  }
}

async function startProxy(configure: Configure, ...upstreams: string[]) {
  const { path: folder, remove } = await temporaryFolder('two-processes')
  onTestFinished(remove)
  await chmod(folder, 0o777)
  const port = await freePort()
  const command = await configure(folder, port, ...upstreams)
  await startProgram(port, command, { env: { ...process.env, HOME: folder } })
  return `http://127.0.0.1:${port}`
}

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

const warnOf = (name: string) => {
  if (!isOnPath(name)) console.warn(`${name} is not installed: two processes are NOT tested behind it.\n`)
}

describe.each(onOneSocket)('two processes on a socket that systemd holds, behind %s', (name, configure) => {
  warnOf(name)

  test.runIf(isOnPath(name))(
    'no request of 24 people fails while one is dead, and while all are replaced at once',
    { timeout: 300_000 },
    async () => {
      const { fd, host } = holdSocket()
      const one = await startAt({}, fd)
      const other = await startAt({ DATA_DIR: one.dataDir }, fd)
      const admin = await adminAt({ origin: await startProxy(configure, host) })
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
    },
  )
})

const activate = 'systemd-socket-activate'
if (!isOnPath(activate)) console.warn(`${activate} is not installed: the server is NOT started by it.\n`)

test.runIf(isOnPath(activate))('a server serves the socket that systemd passes to its start', async () => {
  const { path: folder, remove } = await temporaryFolder('socket')
  onTestFinished(remove)
  const [address, elsewhere] = [await freePort(), await freePort()].map(port => `127.0.0.1:${port}`)
  const settings = { DATA_DIR: folder, STARTER_DATA: 'none', PORT: String(elsewhere?.split(':')[1]) }
  const given = Object.entries(settings).flatMap(([name, value]) => ['-E', `${name}=${value}`])
  const start = documented('Sockets=').match(/^ExecStart=\S+node (\S+)$/m)?.[1] ?? ''
  const script = fileURLToPath(new URL(`../../${start}`, import.meta.url))
  const command = [activate, '-l', String(address), ...given, process.execPath, script]
  await startProgram(Number(address?.split(':')[1]), command, { cwd: folder })
  expect((await fetch(`http://${address}/readyz`)).status).toBe(200)
  await expect(fetch(`http://${elsewhere}/readyz`)).rejects.toThrow()
})

describe.each(onTwoPorts)(
  'two processes on their own ports behind %s, configured as documented',
  (name, configure) => {
    warnOf(name)

    test.runIf(isOnPath(name))(
      'one may be dead, and each be replaced under load',
      { timeout: 300_000 },
      async () => {
        const one = await startAt({})
        const other = await startAt({ DATA_DIR: one.dataDir })
        const admin = await adminAt({ origin: await startProxy(configure, one.host, other.host) })
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
      },
    )
  },
)

import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, vi } from 'vitest'
import { listCampusRestaurants } from '#features/restaurants/contract.ts'
import { freePort } from '#tests/support/processes/free-port.ts'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { holdSocket } from '#tests/support/processes/held-socket.ts'
import { startProcess } from '#tests/support/processes/start-process.ts'
import { isOnPath, startProgram, testWhere } from './programs.ts'
import { caddyWith, documented, proxies, startProxy } from './proxy-configs.ts'
import { type Admin, adminAt } from './servers.ts'

/* Two processes behind the proxies of docs/operations.md, configured with the very lines that stand there. */

vi.setConfig({ testTimeout: 300_000 })

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

/** What people read and write, with each status; what is added has a name of its own. */
function callsOf(admin: Admin) {
  const headers = { 'content-type': 'application/json' }
  const send = async (method: string, path: string, body: object) =>
    (await admin.fetch(path, { method, headers, body: JSON.stringify(body) })).status
  const acknowledged: string[] = []
  let count = 0
  const calls = {
    read: async () => (await admin.fetch('/api/campuses')).status,
    change: () => send('PUT', '/api/user/reminder', { reminder: null }),
    add: async () => {
      count += 1
      const name = `Place ${count}`
      const place = { name, address: '1 Main St', campusCode: 'arden', price: '$', hours: '11-9' }
      const status = await send('POST', '/api/restaurants', { ...place, distance: 1, travelTime: 4 })
      if (status === 201) acknowledged.push(name)
      return status
    },
  }
  /** Lets people make one call after another meanwhile. Every place that was added is there then, and none twice. */
  const during = async (work: () => Promise<unknown>, people: (keyof typeof calls)[]) => {
    const statuses: Record<keyof typeof calls, number[]> = { read: [], change: [], add: [] }
    let isOver = false
    const busy = people.map(async kind => {
      while (!isOver) statuses[kind].push(await calls[kind]())
    })
    await work().finally(() => {
      isOver = true
    })
    await Promise.all(busy)
    const { body } = await admin.call(listCampusRestaurants, { params: { campusCode: 'arden' } })
    const names = body.map(({ name }) => name)
    expect(names, 'nothing was written twice').toHaveLength(new Set(names).size)
    expect(acknowledged.length).toBeGreaterThan(10)
    expect(names).toEqual(expect.arrayContaining(acknowledged))
    return statuses
  }
  const expectRead = async () =>
    expect(new Set(await Promise.all(Array.from({ length: 20 }, calls.read)))).toEqual(new Set([200]))
  return { add: calls.add, during, expectRead }
}

/** Tests with two processes behind this proxy. */
const testBehind = (name: string) =>
  testWhere(isOnPath(name), `${name} is not installed: two processes are NOT tested behind it.`)

for (const [name, configure] of proxies)
  testBehind(name)(
    `two processes on a socket that systemd holds, behind ${name}: no request of 24 people fails while one is dead, and while all are replaced at once`,
    async () => {
      const { fd, host } = holdSocket()
      const one = await startAt({}, fd)
      const other = await startAt({ DATA_DIR: one.dataDir }, fd)
      const { during, expectRead } = callsOf(await adminAt(await behind(configure, host)))
      const replaceAll = async () => {
        for (const replaced of [[one], [other], [one], [one, other]])
          await Promise.all(replaced.map(server => server.replace()))
      }
      const people = Array.from({ length: 8 }, () => ['add', 'change', 'read'] as const)
      const { read, change, add } = await during(replaceAll, people.flat())
      expect(read.length + change.length).toBeGreaterThan(100)
      expect(new Set([...read, ...change])).toEqual(new Set([200]))
      expect(new Set(add)).toEqual(new Set([201]))

      await one.kill()
      await expectRead()
    },
  )

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

testBehind('caddy')(
  'two processes on their own ports behind caddy, configured as documented: one may be dead, and each be replaced under load',
  async () => {
    const one = await startAt({})
    const other = await startAt({ DATA_DIR: one.dataDir })
    const onTwoPorts = caddyWith(documented('health_uri'))
    const { add, during, expectRead } = callsOf(await adminAt(await behind(onTwoPorts, one.host, other.host)))

    await one.kill()
    await expectRead()
    for (let i = 0; i < 10; i += 1) expect(await add()).toBe(201)
    await one.start()

    // Each when the one before is ready, as documented.
    const replaced = [one, other, one]
    const replaceEach = async () => {
      for (const server of replaced) await server.replace()
    }
    const seen = await during(replaceEach, ['read', 'read', 'read', 'change', 'add'])
    for (const statuses of Object.values(seen)) expect(statuses.length).toBeGreaterThan(50)
    expect(new Set(seen.read)).toEqual(new Set([200]))
    // Only what had been delivered to a process when it ended isn't repeated.
    const failed = [seen.change.filter(status => status !== 200), seen.add.filter(status => status !== 201)]
    for (const statuses of failed) expect(statuses.length).toBeLessThanOrEqual(replaced.length)
  },
)

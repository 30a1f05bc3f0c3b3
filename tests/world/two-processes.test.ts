import { chmod } from 'node:fs/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '#tests/support/processes/free-port.ts'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { startProcess } from '#tests/support/processes/start-process.ts'
import { isOnPath, startProgram } from './programs.ts'
import { type Configure, caddyWith, documented, nginxWith } from './proxy-configs.ts'
import { adminAt, json, post, send } from './servers.ts'

/* Two processes behind the proxies of docs/operations.md, configured with the very lines that stand there. */

const proxies = [
  ['nginx', nginxWith(documented('@once'), documented('upstream common_table'))],
  ['caddy', caddyWith(documented('health_uri'))],
] as const

/** A process on a port that stays the same when it is replaced. */
async function startAt(environment: Record<string, string>) {
  const first = await startProcess({
    PORT: String(await freePort()),
    TRUST_PROXY: '1',
    RATE_LIMITS: 'off',
    PRIMARY_ADMIN_EMAIL: 'admin@example.org',
    ...environment,
  })
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

async function startBehind(configure: Configure) {
  const one = await startAt({})
  const other = await startAt({ DATA_DIR: one.dataDir })
  const { path: folder, remove } = await temporaryFolder('two-processes')
  onTestFinished(remove)
  await chmod(folder, 0o777)
  const port = await freePort()
  const command = await configure(folder, port, one.host, other.host)
  await startProgram(port, command, { env: { ...process.env, HOME: folder } })
  return { one, other, origin: `http://127.0.0.1:${port}` }
}

describe.each(proxies)('two processes behind %s, configured as documented', (name, configure) => {
  if (!isOnPath(name)) console.warn(`${name} is not installed: two processes are NOT tested behind it.\n`)

  test.runIf(isOnPath(name))(
    'one may be dead, and each be replaced under load',
    { timeout: 300_000 },
    async () => {
      const { one, other, origin } = await startBehind(configure)
      const admin = await adminAt({ origin })
      let count = 0
      const add = async () => {
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
      }
      const read = async () => (await admin.fetch('/api/campuses')).status
      const reads = (times: number) => Promise.all(Array.from({ length: times }, read))

      await one.kill()
      expect(new Set(await reads(20))).toEqual(new Set([200]))
      for (let i = 0; i < 10; i += 1) expect((await add()).status).toBe(201)
      await one.start()

      let isOver = false
      const seen: number[] = []
      const written: Awaited<ReturnType<typeof add>>[] = []
      const changed: number[] = []
      const reminder = { reminder: null }
      const change = async () => {
        while (!isOver) changed.push((await send(admin, 'PUT', '/api/user/reminder', reminder)).status)
      }
      const changer = change()
      const readers = Array.from({ length: 3 }, async () => {
        while (!isOver) seen.push(await read())
      })
      const writer = (async () => {
        while (!isOver) written.push(await add())
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
        [written.map(({ status }) => status), 201],
      ] as const) {
        expect(statuses.length).toBeGreaterThan(50)
        expect(statuses.filter(status => status !== success).length).toBeLessThanOrEqual(replaced.length)
      }
      const places: { name: string }[] = await json(admin, '/api/restaurants/campus/arden')
      const names = places.map(place => place.name)
      expect(names, 'nothing was written twice').toHaveLength(new Set(names).size)
      const acknowledged = written.filter(({ status }) => status === 201)
      expect(acknowledged.length).toBeGreaterThan(10)
      for (const place of acknowledged) expect(names).toContain(place.name)
    },
  )
})

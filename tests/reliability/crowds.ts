/** T-09, T-119 and T-122: many clients at the same time, which sign in, send slowly, or just connect. */
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { listBackups } from '#contract/backups.ts'
import { listCampuses } from '#contract/campuses.ts'
import { listRestaurants } from '#contract/restaurants.ts'
import { login } from '#contract/sessions.ts'
import type { Engine } from '#server/database/dialect.ts'
import { peopleOf, testPassword } from '#server/testing/people.ts'
import { call, signIn } from './client.ts'
import { countOpen, pause, waitUntilClosed } from './connections.ts'
import { newInstallation, prepare, type Server, withDeps, withServer } from './installation.ts'
import { engines, expectThat, needsOf, type Scale, type Scenario } from './scenario.ts'
import { busyMachineNote, expectServed, measureBaseline, readAtRate } from './steady-reads.ts'

export const scenarios: Scenario[] = [
  ...engines.map(
    (engine): Scenario => ({
      id: 'T-09',
      what: '200 simultaneous sign-ins: 200 or 503, and other requests hardly take longer',
      engine,
      needs: needsOf(engine),
      isLong: true,
      measure: scale => signInTogether(engine, scale),
    }),
  ),
  {
    id: 'T-119',
    what: '500 connections that send a byte every ten seconds: closed in time, while other requests are served',
    engine: 'sqlite',
    isLong: true,
    measure: sendSlowly,
  },
  {
    id: 'T-122',
    what: 'a thousand connections while the server is suspended: none is rejected',
    engine: 'sqlite',
    isLong: true,
    measure: connectTogether,
  },
]

const mebibyte = 1024 * 1024

async function signInTogether(engine: Engine, scale: Scale): Promise<string> {
  const installation = await newInstallation(engine, scale, { RATE_LIMITS: 'on' })
  try {
    await prepare(installation)
    const { emails, root } = await withDeps(installation, async deps => {
      const make = peopleOf(deps)
      for (let i = 0; i < 300; i += 1) await make.restaurant()
      const emails: string[] = []
      for (let i = 0; i < 200; i += 1) emails.push((await make.user()).email)
      return { emails, root: await signIn(deps, await make.superUser()) }
    })
    return await withServer(installation, async server => {
      const { origin } = server
      const reading = (perSecond: number) =>
        readAtRate(perSecond, async i => {
          // The list of backups reads files, as pages and images do.
          const reply = await (i % 5 === 0
            ? call(origin, root, listBackups)
            : call(origin, root, listRestaurants, { query: { limit: '50' } }))
          return reply.status
        })
      const baseline = await measureBaseline(reading)
      const before = await memoryOf(server)
      const readers = reading(baseline.perSecond)
      await pause(500)
      const replies = await Promise.all(
        emails.map(email => call(origin, null, login, { body: { email, password: testPassword } })),
      )
      const underLoad = await readers.stop(0)
      const grown = (await memoryOf(server)) - before
      const [done, refused] = [200, 503].map(wanted => replies.filter(({ status }) => status === wanted))
      const others = replies.filter(({ status }) => status !== 200 && status !== 503)
      expectThat(others.length === 0, `a sign-in ended with ${others[0]?.status}`)
      expectThat((done?.length ?? 0) > 0, 'nobody got in')
      for (const { headers } of refused ?? [])
        expectThat(Number(headers.get('retry-after')) > 0, 'a refusal does not say when to come again')
      expectServed(underLoad, baseline, 300)
      expectThat(grown < 150 * mebibyte, `the memory grew by ${(grown / mebibyte).toFixed(0)} MiB`)
      return `${done?.length} signed in, ${refused?.length} refused; p99 of ${underLoad.statuses.length} reads ${underLoad.p99.toFixed(0)} ms, before ${baseline.p99.toFixed(0)} ms${busyMachineNote(baseline)}; ${(grown / mebibyte).toFixed(0)} MiB more`
    })
  } finally {
    await installation.remove()
  }
}

async function sendSlowly(scale: Scale): Promise<string> {
  const [connections, mostSeconds, tolerance] = [500, 25, 5]
  return withEmptyServer(scale, async ({ origin, pid }) => {
    const reading = (perSecond: number) =>
      readAtRate(perSecond, async () => (await call(origin, null, listCampuses)).status)
    const baseline = await measureBaseline(reading)
    const before = await countOpen(pid)
    const start = performance.now()
    const readers = reading(baseline.perSecond)
    const sockets = await Promise.all(Array.from({ length: connections }, () => connected(origin)))
    const ends = sockets.map(
      socket =>
        new Promise<{ seconds: number; said: string }>(resolve => {
          let said = ''
          socket.on('data', chunk => {
            said += chunk
          })
          socket.once('close', () => resolve({ seconds: (performance.now() - start) / 1000, said }))
        }),
    )
    const request = `GET ${listCampuses.path} HTTP/1.1\r\nHost: localhost\r\nX-Slow: ${'x'.repeat(100)}`
    let sent = 0
    const sendByte = () => {
      for (const socket of sockets) if (socket.writable) socket.write(request[sent] ?? 'x')
      sent += 1
    }
    sendByte()
    const drip = setInterval(sendByte, 10_000)
    const most = await waitUntilOpen(pid, before + connections)
    const late = pause(60_000).then(() => [])
    const ended = await Promise.race([Promise.all(ends), late])
    clearInterval(drip)
    const underLoad = await readers.stop(0)
    for (const socket of sockets) socket.destroy()
    expectThat(ended.length === connections, 'some connections were open for a minute')
    const slowest = Math.max(...ended.map(({ seconds }) => seconds))
    expectThat(slowest <= mostSeconds, `the last connection was closed after ${slowest.toFixed(1)} s`)
    const rude = ended.filter(({ said }) => !said.startsWith('HTTP/1.1 408 '))
    expectThat(rude.length === 0, `${rude.length} were closed without a 408`)
    expectThat(most >= before + connections, `only ${most - before} connections were open at once`)
    expectServed(underLoad, baseline, 200)
    const after = await waitUntilClosed(pid, before + tolerance)
    expectThat(after <= before + tolerance, `${after} files stayed open, before there were ${before}`)
    return `closed with 408 after ${slowest.toFixed(1)} s at most; p99 of ${underLoad.statuses.length} others ${underLoad.p99.toFixed(0)} ms, before ${baseline.p99.toFixed(0)} ms${busyMachineNote(baseline)}; ${before} files open before, ${most} then, ${after} after`
  })
}

async function connectTogether(scale: Scale): Promise<string> {
  const room = Number(await readFile('/proc/sys/net/core/somaxconn', 'utf8'))
  const connections = 1_000
  expectThat(room > connections, `this machine lets only ${room} connections wait (net.core.somaxconn)`)
  return withEmptyServer(scale, async ({ origin, kill }) => {
    kill('SIGSTOP')
    const start = performance.now()
    const sockets = await Promise.all(Array.from({ length: connections }, () => connected(origin))).finally(
      () => kill('SIGCONT'),
    )
    const seconds = (performance.now() - start) / 1000
    const replies = await Promise.all(
      sockets.map(
        socket =>
          new Promise<string>(resolve => {
            socket.once('data', chunk => resolve(String(chunk).split('\r\n')[0] ?? ''))
            socket.once('close', () => resolve('closed'))
            socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
          }),
      ),
    )
    for (const socket of sockets) socket.destroy()
    const wrong = replies.filter(reply => reply !== 'HTTP/1.1 200 OK')
    expectThat(wrong.length === 0, `${wrong.length} had no reply: ${wrong[0]}`)
    // A client that finds the queue full retries after one second and after three.
    expectThat(seconds < 3, `the last connection was made after ${seconds.toFixed(1)} s`)
    return `${connections} connections were made within ${seconds.toFixed(2)} s, and all had a reply`
  })
}

async function withEmptyServer<T>(scale: Scale, work: (server: Server) => Promise<T>): Promise<T> {
  const installation = await newInstallation('sqlite', scale)
  try {
    await prepare(installation)
    return await withServer(installation, work)
  } finally {
    await installation.remove()
  }
}

/** Waits up to ten seconds until at least `wanted` files are open, and returns how many are. */
async function waitUntilOpen(pid: number, wanted: number): Promise<number> {
  for (let attempt = 0; attempt < 100 && (await countOpen(pid)) < wanted; attempt += 1) await pause(100)
  return countOpen(pid)
}

function connected(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
    socket.on('error', () => undefined)
  })
}

async function memoryOf({ pid }: Server): Promise<number> {
  const [, kilobytes = ''] = /^VmRSS:\s*(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '#tests/support/processes/free-port.ts'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { launch } from '#tests/support/processes/launch.ts'
import { processPassword, startProcess } from '#tests/support/processes/start-process.ts'

// Each test starts its own process.
vi.setConfig({ testTimeout: 60_000 })

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const email = 'admin@example.org'

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** Starts a request that the server begins to read. Returns a function that sends the body, and what follows it. */
async function slowLogin(socket: Socket): Promise<(then?: string) => void> {
  const body = JSON.stringify({ email, password: processPassword })
  socket.write(
    `POST /api/login HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
  )
  const [reply] = await once(socket, 'data')
  expect(String(reply)).toMatch(/^HTTP\/1\.1 100 /)
  return (then = '') => socket.write(body + then)
}

const takesNothingNew = async ({ origin }: { origin: string }) =>
  expect
    .poll(() =>
      fetch(`${origin}/healthz`).then(
        ({ status }) => status,
        () => 'refused',
      ),
    )
    .toBe('refused')

test('on SIGTERM the server completes requests in flight, rejects new ones and exits despite open connections [D-17]', async () => {
  const server = await startProcess()
  const silent = await open(server.port)
  const accepted = await open(server.port)
  const idle = await open(server.port)
  idle.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(idle, 'data')
  const busy = await open(server.port)
  const finish = await slowLogin(busy)

  server.child.kill('SIGTERM')
  await takesNothingNew(server)
  // As from a proxy that had just connected.
  accepted.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  expect(String(await once(accepted, 'data'))).toMatch(/^HTTP\/1\.1 200 /)
  expect(server.child.exitCode).toBeNull()
  finish()
  const [reply] = await once(busy, 'data')
  expect(String(reply)).toMatch(/^HTTP\/1\.1 200 /)
  const answered = performance.now()
  expect(await server.ended).toBe(0)
  // Idle connections must be closed immediately: they could delay the exit for ten seconds or even a minute.
  expect(performance.now() - answered).toBeLessThan(5_000)
  for (const socket of [silent, accepted, idle, busy]) socket.destroy()
})

test('what has connected when it is told to stop is answered, also if it was not accepted yet [D-17]', async () => {
  const server = await startProcess()
  // As if it was busy for a moment, in which the signal comes as well.
  server.child.kill('SIGSTOP')
  const replies = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const socket = await open(server.port)
      socket.write('PUT /api/user/reminder HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n')
      return { socket, reply: once(socket, 'data').catch(String) }
    }),
  )
  server.child.kill('SIGTERM')
  server.child.kill('SIGCONT')
  for (const { socket, reply } of replies) {
    expect(String(await reply)).toMatch(/^HTTP\/1\.1 4\d\d /)
    socket.destroy()
  }
  expect(await server.ended).toBe(0)
})

test.each([
  ['by Ctrl-C, which npm passes on too', ['SIGINT', 'SIGINT', 'SIGINT'], 'group'],
  ['by SIGTERM to the process group, as systemd sends it', ['SIGTERM', 'SIGTERM', 'SIGTERM'], 'group'],
  ['by SIGTERM to npm alone', ['SIGTERM'], 'npm'],
] as const)(
  'requests in flight are answered when the server is stopped %s',
  async (_how, signals, target) => {
    const server = await startProcess({}, { throughNpm: true })
    const busy = await open(server.port)
    const finish = await slowLogin(busy)
    for (const signal of signals) {
      if (target === 'group') server.signalGroup(signal)
      else server.child.kill(signal)
      await setTimeout(100)
    }
    await takesNothingNew(server)
    finish()
    const [reply] = await once(busy, 'data')
    expect(String(reply)).toMatch(/^HTTP\/1\.1 200 /)
    await server.ended
    await expect.poll(server.output).toContain('"msg":"stopped"')
    busy.destroy()
  },
)

test('SIGTERM ends a server that waits for its database at once', async () => {
  const { path, remove } = await temporaryFolder('waiting')
  onTestFinished(remove)
  const env = { DATABASE_URL: `postgres://lunch@127.0.0.1:${await freePort()}/lunch` }
  const server = launch([process.execPath, main], { dataDir: path, env })
  await expect.poll(server.output, { timeout: 20_000 }).toContain('waiting for it')
  server.kill('SIGTERM')
  // Node's own default would end it by the signal, but not as the first process of a container.
  expect(await server.ended).toEqual({ code: 0, signal: null })
})

test('while it stops, the server still answers what arrives on an open connection, and closes it [D-17]', async () => {
  const server = await startProcess()
  const [busy, health] = [await open(server.port), await open(server.port)]
  const [finish, finishHealth] = [await slowLogin(busy), await slowLogin(health)]
  const received = { busy: '', health: '' }
  busy.on('data', chunk => {
    received.busy += chunk
  })
  health.on('data', chunk => {
    received.health += chunk
  })
  server.child.kill('SIGTERM')
  await takesNothingNew(server)
  finish('GET /api/campuses HTTP/1.1\r\nhost: x\r\n\r\n')
  finishHealth('GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n')
  expect(await server.ended).toBe(0)
  const [, campuses = ''] = received.busy.split('HTTP/1.1 ').slice(1)
  expect(campuses).toMatch(/^200 [\s\S]*connection: close/i)
  const [, readiness = ''] = received.health.split('HTTP/1.1 ').slice(1)
  expect(readiness).toMatch(/^503 [\s\S]*retry-after: 2[\s\S]*"code":"server_busy"/i)
})

test('a second signal some seconds after the first ends the server immediately', async () => {
  const server = await startProcess()
  const busy = await open(server.port)
  await slowLogin(busy)
  server.child.kill('SIGINT')
  await takesNothingNew(server)
  await setTimeout(3_100)
  expect(server.child.exitCode).toBeNull()
  server.child.kill('SIGINT')
  expect(await server.ended).toBe(1)
  busy.destroy()
})

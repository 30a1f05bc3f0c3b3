// On one engine: the process, how it starts and ends.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { sqliteFileName } from '#kit/server/database/connection/open.ts'
import { compileCache } from '#tests/support/processes/compile-cache.ts'
import { freePort } from '#tests/support/processes/free-port.ts'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { processPassword, startProcess } from '#tests/support/processes/start-process.ts'
import { serverEnvironment, serverFlags } from '../scripts/server-settings.ts'

// Starting a process takes seconds, so tests that need a running server share this one.
const server = await startProcess({
  LOG_LEVEL: 'trace',
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  RATE_LIMITS: 'off',
})
const email = 'admin@example.org'
const main = fileURLToPath(new URL('main.ts', import.meta.url))

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

test.runIf(process.platform === 'linux')(
  'npm start runs the server with the settings that save memory',
  async () => {
    const started = await startProcess({}, { throughNpm: true })
    const { pid } = JSON.parse(/\{.*Server listening.*\}/.exec(started.output())?.[0] ?? '{}') as {
      pid: number
    }
    const [program, ...options] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
    expect(program).toBe(process.execPath)
    expect(options).toEqual([...serverFlags, expect.stringMatching(/app\/main\.ts$/), ''])
    const environment = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0')
    expect(environment).toContain(`MALLOC_ARENA_MAX=${serverEnvironment.MALLOC_ARENA_MAX}`)
  },
)

test('secrets never reach the log, and no client can forge a log line [T-117]', async () => {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(server.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const signedIn = await post('/api/login', { email, password: processPassword })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const basic = Buffer.from(`${email}:canary-basic`).toString('base64')
  await post('/api/login', { email, password: 'canary-wrong' })
  await post('/api/login', '{"email": "canary-broken')
  await fetch(`${server.origin}/api/user`, { headers: { authorization: `Basic ${basic}` } })
  await fetch(`${server.origin}/api/verification/verify?token=canary-token`)
  await fetch(`${server.origin}/api/nothing%0d%0a%7B%22level%22:60%7D?token=canary-url`)
  await fetch(`${server.origin}/api/user`, { headers: { cookie, 'user-agent': 'canary-agent' } })
  await post('/api/password-reset', { email })
  await expect.poll(server.output, { timeout: 15_000 }).toContain('mail written to the outbox')

  const log = server.output()
  expect(log).not.toContain('?token=')
  for (const secret of ['canary', basic, processPassword, cookie.split('=')[1] ?? 'none', '$argon2']) {
    expect(log).not.toContain(secret)
  }
  const entries = log.split('\n').filter(line => line.startsWith('{'))
  for (const entry of entries) expect(() => JSON.parse(entry)).not.toThrow()
})

test('clients that disconnect during a response cause no errors in the log', async () => {
  const hangUp = async (path: string, encoding: string, after: number) => {
    const socket = await open(server.port)
    socket.on('error', () => undefined)
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\naccept-encoding: ${encoding}\r\n\r\n`)
    await setTimeout(after)
    if (after % 2 === 0) socket.resetAndDestroy()
    else socket.destroy()
  }
  for (const path of ['/api/openapi.json', '/api/docs/', '/healthz'])
    for (const encoding of ['identity', 'gzip', 'br'])
      await Promise.all(Array.from({ length: 20 }, (_, after) => hangUp(path, encoding, after)))
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
  // Levels of pino: 50 is error, 60 is fatal.
  expect(server.output()).not.toMatch(/"level":[56]0/)
})

test.each([
  ['its address', {}, 0],
  ['another port', { PORT: '1' }, 1],
  ['another host', { HOST: '127.0.0.9' }, 1],
  ['every address', { HOST: '0.0.0.0' }, 0],
])('the health check of the image asks at PORT and HOST: %s', (_what, address, expected) => {
  const env = {
    PATH: process.env.PATH,
    ...compileCache,
    PORT: String(server.port),
    HOST: '127.0.0.1',
    ...address,
  }
  const check = fileURLToPath(new URL('commands/healthy.ts', import.meta.url))
  expect(spawnSync(process.execPath, [check], { env }).status).toBe(expected)
})

const taken = String(server.port)
const free = String(await freePort())
const noFolder = await temporaryFolder('no-folder')
afterAll(noFolder.remove)
await writeFile(join(noFolder.path, 'backups'), 'in the way')
test.each([
  [{ SMTP_URL: 'mail.example.org' }, 'SMTP_URL: must be an address'],
  [{ DATA_DIR: noFolder.path }, "DATA_DIR: \\S+ can't be read"],
  [{ PORT: taken }, 'PORT: the port is taken by another program\\.'],
  [{ PORT: taken, METRICS_PORT: taken }, 'METRICS_PORT: the port is taken by another program\\.'],
  [{ PORT: free, METRICS_PORT: free }, 'PORT: the port is taken by METRICS_PORT\\.'],
  [{ HOST: 'not a host' }, 'HOST: must be an address of this machine'],
  [{ METRICS_PORT: '0', METRICS_HOST: '192.0.2.1' }, 'METRICS_HOST: must be an address of this machine'],
  [{ LISTEN_FDS: '1' }, 'LISTEN_FDS: descriptor 3 must be a socket of systemd'],
  [{ LISTEN_FDS: '2' }, 'LISTEN_FDS: must be 1'],
])('%j stops the start with a message that names it: %s', async (environment, message) => {
  await expect(startProcess(environment)).rejects.toThrow(new RegExp(`can't start:\\n${message}`))
})

test('any command line option stops the start before anything is created, since none exist', async () => {
  const { path, remove } = await temporaryFolder('no-options')
  onTestFinished(remove)
  const env = { PATH: process.env.PATH, ...compileCache, DATA_DIR: join(path, 'data'), PORT: '70000' }
  const { status, stderr } = spawnSync(process.execPath, [main, '--port', '4000'], { env, encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, expect.stringContaining('--port: there are no options.')])
})

test('an unusable database stops the start with one line that says why, and stays as it is [D-06]', async () => {
  const { path, remove } = await temporaryFolder('unusable')
  onTestFinished(remove)
  const file = join(path, sqliteFileName)
  await writeFile(file, 'notes of another program')
  const env = { PATH: process.env.PATH, ...compileCache, DATA_DIR: path, PORT: '0' }
  const { status, stderr } = spawnSync(process.execPath, [main], { env, encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, expect.stringMatching(/can't start:\n\S+ can't be used: .*\n+$/)])
  expect(await readFile(file, 'utf8')).toBe('notes of another program')
})

test('an unreadable .env stops the start instead of being ignored', async () => {
  onTestFinished(() => rm(join(server.dataDir, '.env')))
  // Not even root can read a symbolic link to itself.
  await symlink('.env', join(server.dataDir, '.env'))
  await expect(server.startAgain()).rejects.toThrow(/can't start:\n\.env: can't be read \(ELOOP/)
})

test('a .env saved by a Windows editor is read, and one in UTF-16 stops the start', async () => {
  const file = join(server.dataDir, '.env')
  onTestFinished(() => rm(file))
  const text = '\uFEFFTIME_ZONE=Nowhere\r\n'
  await writeFile(file, text)
  await expect(server.startAgain()).rejects.toThrow(/can't start:\nTIME_ZONE: must be a time zone/)
  await writeFile(file, Buffer.from(text, 'utf16le'))
  await expect(server.startAgain()).rejects.toThrow(/can't start:\n\.env: must be saved as UTF-8/)
})

test('a socket of systemd that is a path instead of a port is named in the error message', async () => {
  const { path, remove } = await temporaryFolder('socket')
  const held = createServer().listen(join(path, 'common-table.sock'))
  onTestFinished(async () => {
    held.close()
    await remove()
  })
  await once(held, 'listening')
  const { _handle } = held as unknown as { _handle: { fd: number } }
  await expect(startProcess({}, { socket: _handle.fd })).rejects.toThrow(
    /can't start:\nLISTEN_FDS: systemd must hold a port, such as ListenStream=127\.0\.0\.1:3000/,
  )
})

test('the first start shows the generated password even if it fails afterwards, since no later start can', async () => {
  const first = startProcess({ PORT: String(server.port), PRIMARY_ADMIN_PASSWORD: '' })
  await expect(first).rejects.toThrow(/Sign in as admin@example\.org with the password {2}\S{16}\n/)
})

test('a server without rate limits logs a warning when it starts', async () => {
  await expect
    .poll(server.output)
    .toContain('RATE_LIMITS=off: sign-in, mails and registration are not throttled')
})

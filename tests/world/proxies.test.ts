import { once } from 'node:events'
import { chmod } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { json as bodyOf, text as textOf } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '#tests/support/processes/free-port.ts'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { processPassword, startProcess } from '#tests/support/processes/start-process.ts'
import { isOnPath, startProgram } from './programs.ts'
import { type Configure, caddyWith, documented, nginxWith } from './proxy-configs.ts'

/* The proxies of docs/operations.md, configured with the very lines that stand there. */

const email = 'admin@example.org'

async function startBehind(configure: Configure) {
  const server = await startProcess({ TRUST_PROXY: '1', PRIMARY_ADMIN_EMAIL: email })
  const { path: folder, remove } = await temporaryFolder('proxy')
  onTestFinished(remove)
  await chmod(folder, 0o777)
  const port = await freePort()
  const command = await configure(folder, port, new URL(server.origin).host)
  await startProgram(port, command, { env: { ...process.env, HOME: folder } })
  /** Sends a request from one of this machine's own addresses. */
  const send = async (from: string, path: string, { headers = {}, body }: Sent = {}) => {
    const sent = request({
      port,
      host: '127.0.0.1',
      localAddress: from,
      path,
      method: body ? 'POST' : 'GET',
      headers,
    })
    sent.end(body)
    const [reply] = (await once(sent, 'response')) as [IncomingMessage]
    return reply
  }
  const signIn = async (from: string, password: string) => {
    const headers = { 'content-type': 'application/json' }
    const reply = await send(from, '/api/login', { headers, body: JSON.stringify({ email, password }) })
    reply.resume()
    return reply
  }
  return { send, signIn, output: server.output }
}

type Sent = { headers?: Record<string, string>; body?: string | Buffer }

const proxies = [
  ['nginx', nginxWith(documented('client_max_body_size'))],
  ['caddy', caddyWith(documented('lunch.example.org'))],
] as const

describe.each(proxies)('behind %s, configured as documented', (name, configure) => {
  if (!isOnPath(name)) console.warn(`${name} is not installed: the server is NOT tested behind it.\n`)

  test.runIf(isOnPath(name))('people keep their own addresses, and lists and live events pass', async () => {
    const { send, signIn, output } = await startBehind(configure)
    for (let attempt = 1; attempt <= 5; attempt += 1)
      expect((await signIn('127.0.0.2', 'wrong password')).statusCode).toBe(401)
    expect((await signIn('127.0.0.2', processPassword)).statusCode).toBe(429)
    const welcome = await signIn('127.0.0.3', processPassword)
    expect(welcome.statusCode, 'somebody else isn’t locked out').toBe(200)
    const cookie = welcome.headers['set-cookie']?.map(line => line.split(';')[0]).join('; ') ?? ''

    const form = new FormData()
    const rows = Array.from(
      { length: 4_900 },
      (_, i) => `Place ${i},"${i} Main Street, ${'Arden '.repeat(45)}",,,`,
    )
    const list = `name,address,category,phone,website\n${rows.join('\n')}\n`
    expect(list.length).toBeGreaterThan(1_400_000)
    form.set('file', new Blob([list], { type: 'text/csv' }), 'places.csv')
    form.set('campusCode', 'arden')
    const upload = new Request('http://127.0.0.1', { method: 'POST', body: form })
    const reply = await send('127.0.0.3', '/api/import/csv?preview=true', {
      headers: { cookie, 'content-type': upload.headers.get('content-type') ?? '' },
      body: Buffer.from(await upload.arrayBuffer()),
    })
    expect([reply.statusCode, await bodyOf(reply)]).toMatchObject([200, { errors: [] }])

    const events = await send('127.0.0.3', '/api/lunches/events?campusCode=arden', { headers: { cookie } })
    const [first] = await once(events, 'data')
    events.destroy()
    expect(String(first)).toContain('event: lunches')
    expect(output()).not.toContain('X-Forwarded-For')
  })
})

test.runIf(isOnPath('nginx'))('a proxy that keeps the addresses to itself is noticed, once', async () => {
  const plain = nginxWith('location / { proxy_pass http://127.0.0.1:3000; }')
  const { send, output } = await startBehind(plain)
  for (let call = 1; call <= 10; call += 1) await textOf(await send('127.0.0.2', '/api/campuses'))
  expect(output().split('doesn’t send X-Forwarded-For')).toHaveLength(2)
})

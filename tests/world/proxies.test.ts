import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json as bodyOf } from 'node:stream/consumers'
import { describe, expect } from 'vitest'
import { processPassword, startProcess } from '#tests/support/processes/start-process.ts'
import { isOnPath, testWhere } from './programs.ts'
import { proxies, startProxy } from './proxy-configs.ts'

/* The proxies of docs/operations.md, configured with the very lines that stand there. */

const email = 'admin@example.org'

async function startBehind(configure: Parameters<typeof startProxy>[0]) {
  const server = await startProcess({ TRUST_PROXY: '1', PRIMARY_ADMIN_EMAIL: email })
  const port = await startProxy(configure, new URL(server.origin).host)
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

describe.each(proxies)('behind %s, configured as documented', (name, configure) => {
  const test = testWhere(isOnPath(name), `${name} is not installed: the server is NOT tested behind it.`)

  test('people keep their own addresses, and lists and live events pass', async () => {
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

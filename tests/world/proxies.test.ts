import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json as bodyOf } from 'node:stream/consumers'
import { describe, expect } from 'vitest'
import { processPassword, startProcess } from '#tests/support/processes/start-process.ts'
import { isOnPath, testWhere } from './programs.ts'
import { proxies, startProxy } from './proxy-configs.ts'

/* The proxies of docs/operations.md, configured with the very lines that stand there. */

const email = 'admin@example.org'

describe.each(proxies)('behind %s, configured as documented', (name, configure) => {
  const test = testWhere(isOnPath(name), `${name} is not installed: the server is NOT tested behind it.`)

  test('people keep their own addresses, and lists and live events pass', async () => {
    const { origin, output } = await startProcess({ TRUST_PROXY: '1', PRIMARY_ADMIN_EMAIL: email })
    const port = await startProxy(configure, new URL(origin).host)
    /** Sends a request from one of this machine's own addresses. */
    const send = async (
      localAddress: string,
      path: string,
      headers: Record<string, string>,
      body?: string | Buffer,
    ) => {
      const method = body ? 'POST' : 'GET'
      const sent = request({ port, host: '127.0.0.1', localAddress, path, method, headers })
      sent.end(body)
      const [reply] = (await once(sent, 'response')) as [IncomingMessage]
      return reply
    }
    const signIn = async (from: string, password: string) => {
      const body = JSON.stringify({ email, password })
      const reply = await send(from, '/api/login', { 'content-type': 'application/json' }, body)
      reply.resume()
      return reply
    }
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
    const headers = { cookie, 'content-type': upload.headers.get('content-type') ?? '' }
    const body = Buffer.from(await upload.arrayBuffer())
    const reply = await send('127.0.0.3', '/api/import/csv?preview=true', headers, body)
    expect([reply.statusCode, await bodyOf(reply)]).toMatchObject([200, { errors: [] }])

    const events = await send('127.0.0.3', '/api/lunches/events?campusCode=arden', { cookie })
    const [first] = await once(events, 'data')
    events.destroy()
    expect(String(first)).toContain('event: lunches')
    expect(output()).not.toContain('X-Forwarded-For')
  })
})

import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { requestPasswordReset } from '#features/accounts/contract.ts'
import { addressOf, type Endpoint } from '#kit/contract/endpoint.ts'
import { createLog, describeError } from '#kit/server/create-log.ts'
import { basic } from '#tests/support/calls/caller.ts'
import { listEndpoints } from '#tests/support/calls/endpoints.ts'
import { cpuTimeOf } from '#tests/support/cpu-time.ts'
import { startSmtpServer } from '#tests/support/mail/smtp-server.ts'
import { startApp } from '#tests/support/start-app.ts'
import { logRequests, trackRequests } from './requests.ts'

type Line = { level: number; msg: string; requestId?: string; route?: string; status?: number; err?: object }

function keepLog(level: 'info' | 'trace') {
  const lines: string[] = []
  const log = createLog(level, { write: line => void lines.push(line) })
  const entries = () => lines.map(line => JSON.parse(line) as Line)
  return {
    log,
    lines,
    text: () => lines.join(''),
    entries,
    about: (id: string) => entries().filter(e => e.requestId === id),
  }
}

const info = keepLog('info')
const app = await startApp({ RATE_LIMITS: 'off' }, { log: info.log })
const ids = (id: string) => ({ headers: { 'x-request-id': id } })
// Sends a request that certainly fails, and waits for its line: it is logged after all earlier requests.
const untilLogged = async (log = info, of = app) => {
  const id = `last-${performance.now()}`
  await of.as(null).fetch('/api/login', { method: 'POST', ...ids(id) })
  await expect.poll(() => log.about(id)).toHaveLength(1)
}

test.each(['/api/campuses', '/api/user', '/api/nothing', '/api/%zz', '/', '/healthz'])(
  'the reply of %s carries the id of the request, or a new one if that is not valid',
  async path => {
    const idOf = async (id: string) => (await app.as(null).fetch(path, ids(id))).headers.get('x-request-id')
    expect(await idOf('4bf92f3577b34da6.a_1')).toBe('4bf92f3577b34da6.a_1')
    const made = [
      await idOf('<script>'),
      await idOf('robin@example.org'),
      await idOf('x'.repeat(101)),
      await idOf(''),
    ]
    for (const id of made) expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    expect(new Set(made).size).toBe(4)
  },
)

test('a rejected request is one log line with its route and nothing that was sent', async () => {
  await app.as(null).fetch('/api/login?canary=1', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': 'refused-1' },
    body: JSON.stringify({ email: 'canary' }),
  })
  await untilLogged()
  expect(info.about('refused-1')).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      pid: expect.any(Number),
      hostname: expect.any(String),
      requestId: 'refused-1',
      method: 'POST',
      route: '/api/login',
      status: 400,
      ms: expect.any(Number),
      msg: 'request failed',
    },
  ])
})

test('everyday requests are logged only at level debug', async () => {
  const trace = keepLog('trace')
  const talkative = await startApp({ LOG_LEVEL: 'debug' }, { log: trace.log })
  const calls: [string, number][] = [
    ['/api/campuses', 200],
    ['/api/user', 401],
    ['/api/nothing', 404],
  ]
  for (const [path, status] of calls)
    for (const target of [app, talkative])
      expect((await target.as(null).fetch(path, ids(`daily-${status}`))).status).toBe(status)
  await untilLogged()
  expect(calls.flatMap(([, status]) => info.about(`daily-${status}`))).toEqual([])
  for (const [path, status] of calls)
    await expect
      .poll(() => trace.about(`daily-${status}`))
      .toEqual([expect.objectContaining({ level: 20, status, ...(status < 404 && { route: path }) })])
})

test('an unexpected error is one log line with the error, a deliberate rejection one with its reason', async () => {
  const own = keepLog('info')
  const broken = await startApp({}, { log: own.log })
  await broken.db.schema.alterTable('sessions').renameTo('elsewhere').execute()
  const headers = { cookie: 'session=unknown', ...ids('unforeseen').headers }
  expect((await broken.as(null).fetch('/api/user', { headers })).status).toBe(500)
  await broken.db.destroy()
  await expect.poll(() => own.about('unforeseen')).toHaveLength(1)
  expect(own.about('unforeseen')).toEqual([
    expect.objectContaining({
      level: 50,
      route: '/api/user',
      status: 500,
      err: expect.objectContaining({ message: expect.stringMatching(/sessions/), stack: expect.any(String) }),
    }),
  ])
  expect((await broken.as(null).fetch('/readyz', ids('meant'))).status).toBe(503)
  await expect
    .poll(() => own.about('meant'))
    .toEqual([
      expect.objectContaining({ level: 40, status: 503, reason: expect.stringMatching(/^The database/) }),
    ])
})

test('a request that took over a second is one log line', async () => {
  const own = keepLog('info')
  const server = Fastify({
    loggerInstance: own.log,
    logController: new LogController({ disableRequestLogging: true }),
  }) as unknown as FastifyInstance
  onTestFinished(() => server.close())
  let passed = 0
  const real = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + passed)
  onTestFinished(() => clock.mockRestore())
  trackRequests(server)
  logRequests(server)
  for (const [path, milliseconds] of [
    ['/quick', 900],
    ['/slow', 1_100],
  ] as const)
    server.get(path, async () => {
      passed += milliseconds
      return 'done'
    })
  const origin = await server.listen({ host: '127.0.0.1', port: 0 })
  await fetch(`${origin}/quick`)
  await fetch(`${origin}/slow`)
  const requests = () => own.entries().filter(({ route }) => route)
  await expect.poll(requests).toHaveLength(1)
  expect(requests()).toEqual([
    expect.objectContaining({ level: 40, msg: 'slow request', route: '/slow', status: 200 }),
  ])
})

test('secrets in any part of a request are in no log line, at any level [T-117]', async () => {
  const own = keepLog('trace')
  const smtp = await startSmtpServer()
  const guarded = await startApp(
    { NODE_ENV: 'production', LOG_LEVEL: 'trace', SMTP_URL: smtp.url, RATE_LIMITS: 'off' },
    { log: own.log },
  )
  const ana = await guarded.user({ firstName: 'Canary', email: 'canary@example.org' })
  const endpoints = await listEndpoints()
  await Promise.all(endpoints.map(endpoint => send(null, endpoint)))
  const superUser = guarded.as(await guarded.superUser())
  await Promise.all(endpoints.map(endpoint => send(superUser, endpoint)))
  await smtp.setMode('550')
  await guarded.as(null).call(requestPasswordReset, { body: { email: ana.email } })
  await guarded.signIn(ana, 'wrong-canary')
  await guarded.as(null).fetch('/api/user', { headers: basic(ana.email, 'wrong-canary') })
  await expect.poll(own.text).toContain('a delivery was given up')
  await guarded.db.schema.alterTable('sessions').renameTo('elsewhere').execute()
  await Promise.all(endpoints.map(endpoint => send(null, endpoint)))
  await untilLogged(own, guarded)

  expect(own.entries().filter(({ msg }) => msg.startsWith('request')).length).toBeGreaterThan(200)
  expect(own.entries().some(({ level, err }) => level === 50 && err)).toBe(true)
  const secret = /canary|example\.org|127\.0\.0\.1|\$argon2|token=|session=/i
  const told = own.lines.filter(line => secret.test(line) && !line.includes('"Server listening at'))
  expect(told).toEqual([])

  async function send(person: ReturnType<typeof guarded.as> | null, endpoint: Endpoint): Promise<void> {
    // These would end the session, and a stream stays open.
    if (endpoint.events || /restore|logout/.test(endpoint.path)) return
    const params = new Proxy({}, { get: () => 'canary@example.org' })
    const path = `${addressOf(endpoint, { params })}?token=canary&search=canary&email=canary@example.org`
    const form = new FormData()
    form.append(endpoint.upload?.field ?? 'file', new Blob(['canary']), 'canary.png')
    const values = { email: 'canary@example.org', password: 'canary', token: 'canary', name: 'canary' }
    await (person ?? guarded.as(null)).fetch(path, {
      method: endpoint.method,
      headers: {
        'user-agent': 'canary',
        referer: `https://example.org/verify-email?token=canary`,
        'x-forwarded-for': 'canary',
        'x-request-id': 'canary@example.org',
        ...(!person && { cookie: 'session=canary' }),
        ...(!endpoint.upload && endpoint.method !== 'GET' && { 'content-type': 'application/json' }),
      },
      ...(endpoint.method !== 'GET' && { body: endpoint.upload ? form : JSON.stringify(values) }),
    })
  }
})

test('an error is logged without the fields that drivers add, and without email addresses [T-117]', () => {
  const cause = new Error('550 <canary@example.org>: no such user')
  const error = Object.assign(new Error('duplicate key', { cause }), {
    code: '23505',
    detail: 'Key (email)=(canary@example.org) already exists.',
    parameters: ['canary'],
    rejected: ['canary@example.org'],
    url: '/verify-email?token=canary',
  })
  const told = JSON.stringify(describeError(error))
  expect(told).not.toContain('canary')
  expect(JSON.parse(told)).toMatchObject({
    type: 'Error',
    message: 'duplicate key',
    code: '23505',
    stack: expect.stringContaining('requests.test.ts'),
    cause: { message: '550 <[address]>: no such user' },
  })
})

test('a long error message is logged quickly [T-117]', async () => {
  const long = new Error(`${'x'.repeat(20_000)} (canary@example.org,b@c)`)
  // Less than 10 ms; an expression that begins anew at every letter takes some 700.
  expect(await cpuTimeOf(() => describeError(long))).toBeLessThan(200)
  expect(JSON.stringify(describeError(long))).toContain(`x ([address],[address])`)
})

test('a logged stack keeps the names of packages with an @', () => {
  const stack = 'Error: no\n    at parse (/srv/common-table/node_modules/@fastify/cookie/index.js:1:2)'
  expect(describeError(Object.assign(new Error('no'), { stack }))).toMatchObject({ stack })
})

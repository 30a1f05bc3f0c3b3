// On both engines: dialect, events.
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createBackup } from '#features/backups/contract.ts'
import { addressOf, type Endpoint } from '#kit/contract/endpoint.ts'
import { trackRequests } from '#kit/server/http/requests.ts'
import { basic } from '#tests/support/calls/caller.ts'
import { listEndpoints } from '#tests/support/calls/endpoints.ts'
import { openEvents } from '#tests/support/calls/open-events.ts'
import { parseMetrics, type Sample, valueIn } from '#tests/support/calls/read-metrics.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { createMetrics } from './metrics.ts'
import { listenForMetrics, measureRequests } from './serve-metrics.ts'

const token = 'only-for-prometheus'
const headers = { authorization: `Bearer ${token}` }
const withMetrics = (environment: Record<string, string> = {}) =>
  startApp({ METRICS_TOKEN: token, ...environment })

const app = await withMetrics({ RATE_LIMITS: 'off' })
const textOf = async ({ as }: TestApp) => (await as(null).fetch('/metrics', { headers })).text()
const read = async (of: TestApp): Promise<Sample[]> => parseMetrics(await textOf(of))

describe('the page /metrics', () => {
  test('does not exist without a port or a token [T-126]', async () => {
    const plain = await startApp()
    const [metrics, unknown] = await Promise.all(
      ['/metrics', '/api/nothing'].map(path => plain.as(null).fetch(path, { headers })),
    )
    expect([metrics?.status, await metrics?.text()]).toEqual([404, await unknown?.text()])
    expect(plain.deps.metrics).toBeNull()
  })

  test.each([
    undefined,
    'Bearer',
    'Bearer only-for-prometheu',
    'Bearer only-for-prometheus2',
    'Bearer ONLY-FOR-PROMETHEUS',
    `Basic ${Buffer.from(`prometheus:${token}`).toString('base64')}`,
    token,
  ])('is served for the token, but not for %j [T-125 T-126]', async authorization => {
    const reply = await app.as(null).fetch('/metrics', { headers: authorization ? { authorization } : {} })
    expect([reply.status, await reply.json()]).toEqual([
      401,
      { message: 'The metrics token is required', code: 'not_signed_in' },
    ])
    expect((await app.as(await app.superUser()).fetch('/metrics')).status).toBe(401)
    const opened = await app.as(null).fetch('/metrics', { headers })
    expect(opened.status).toBe(200)
    expect(opened.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(opened.headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['alone', {}, 200],
    ['with a token', { METRICS_TOKEN: token }, 401],
  ])('is served only on its own port if one is set: %s [T-126]', async (_how, environment, withoutToken) => {
    const other = await startApp({ METRICS_PORT: '0', ...environment })
    const server = await listenForMetrics(other.deps)
    onTestFinished(() => void server?.close().closeAllConnections())
    if (!server) throw new Error('There is no server')
    const { address, port } = server.address() as AddressInfo
    expect(address).toBe('127.0.0.1')
    const origin = `http://127.0.0.1:${port}`
    expect((await fetch(`${origin}/metrics`)).status).toBe(withoutToken)
    const opened = await fetch(`${origin}/metrics`, { headers })
    expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining('common_table_info{')])
    for (const path of ['/', '/api/campuses', '/metrics/'])
      expect((await fetch(origin + path, { headers })).status).toBe(404)
    expect((await fetch(`${origin}/metrics`, { method: 'POST', headers })).status).toBe(404)
    expect((await other.as(null).fetch('/metrics', { headers })).status).toBe(404)
  })
})

test('requests are measured by method, route and status, not by their actual URLs', async () => {
  const ana = await app.user()
  const place = await app.restaurant()
  for (const id of [place.id, place.id, 987654]) await app.as(ana).fetch(`/api/restaurants/${id}`)
  await app.as(null).fetch('/api/no/such/call')
  const count = (samples: Sample[], labels: Record<string, string>) =>
    valueIn(samples, 'common_table_http_request_duration_seconds_count', { method: 'GET', ...labels })
  await expect
    .poll(async () => {
      const samples = await read(app)
      return ['200', '404'].map(status => count(samples, { route: '/api/restaurants/:id', status }))
    })
    .toEqual([2, 1])
  const samples = await read(app)
  expect(
    count(samples, { route: 'unknown', status: '404' }) ?? count(samples, { route: '/*' }),
  ).toBeGreaterThan(0)
  expect(valueIn(samples, 'common_table_http_request_duration_seconds_sum')).toBeGreaterThan(0)
})

test('all files of the web application are one route, whether they have a route of their own or share one', async () => {
  const server = Fastify() as unknown as FastifyInstance
  onTestFinished(() => server.close())
  const metrics = createMetrics({ version: '1.0.0' })
  trackRequests(server)
  measureRequests(server, { metrics })
  for (const url of ['/icon.svg', '/assets/*', '/*', '/api/things/:name']) server.get(url, async () => 'here')
  const origin = await server.listen({ host: '127.0.0.1', port: 0 })
  for (const path of ['/icon.svg', '/assets/page-1a2b3c.js', '/lunches', '/api/things/a.js'])
    await fetch(origin + path)
  const counts = async () =>
    parseMetrics(await metrics.text())
      .filter(({ name }) => name === 'common_table_http_request_duration_seconds_count')
      .map(({ labels, value }) => `${labels.route} ${value}`)
  await expect.poll(async () => (await counts()).sort()).toEqual(['/* 1', '/api/things/:name 1', 'file 2'])
})

test('sign-ins with a wrong password and throttled ones are counted', async () => {
  const guarded = await withMetrics()
  const ana = await guarded.user()
  for (let i = 0; i < 6; i += 1) await guarded.signIn(ana, 'wrong')
  await guarded.as(null).fetch('/api/user', { headers: basic('nobody@example.org', 'wrong') })
  const samples = await read(guarded)
  const rejections = (reason: string) => valueIn(samples, 'common_table_sign_in_refusals_total', { reason })
  expect([rejections('wrong'), rejections('throttled')]).toEqual([6, 1])
})

test('queues and backups are cached, so frequent reads cause no extra statements', async () => {
  const quiet = await withMetrics()
  const statements = async () =>
    valueIn(await read(quiet), 'common_table_database_statement_duration_seconds_count')
  const before = await statements()
  for (let i = 0; i < 20; i += 1) expect(await statements()).toBe(before)
  await quiet.as(await quiet.superUser()).call(createBackup, { body: { includeImages: false } })
  // The cached state is still used, so the new backup does not show yet.
  expect(valueIn(await read(quiet), 'common_table_last_good_backup_age_seconds')).toBe(
    Number.POSITIVE_INFINITY,
  )
})

test('the queues of mails and of chat messages are shown with zeros while they are empty', async () => {
  const samples = await read(await withMetrics())
  for (const name of ['common_table_queue_length', 'common_table_queue_oldest_seconds'])
    for (const channel of ['mail', 'chat']) expect(valueIn(samples, name, { channel }), channel).toBe(0)
})

test('the process and the database are measured', async () => {
  await app.db.transaction().execute(tx => tx.selectFrom('users').select('id').execute())
  const samples = await read(app)
  for (const name of [
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
    'process_cpu_seconds_total',
  ])
    expect(valueIn(samples, name)).toBeGreaterThanOrEqual(0)
  for (const statement of ['select', 'insert', 'begin', 'commit'])
    expect(
      valueIn(samples, 'common_table_database_statement_duration_seconds_count', { statement }),
    ).toBeGreaterThan(0)
  expect(valueIn(samples, 'common_table_database_up')).toBe(1)
  const idle = valueIn(samples, 'common_table_database_pool', { state: 'idle' })
  if (process.env.ENGINE === 'postgres') expect(idle).toBeGreaterThan(0)
  else expect(idle).toBeUndefined()
})

test('open streams are counted until they are closed', async () => {
  const ana = await app.user()
  const listening = await openEvents(app.as(ana), '/api/lunches/events?campusCode=arden')
  expect(valueIn(await read(app), 'common_table_streams_open')).toBe(1)
  listening.close()
  await expect.poll(async () => valueIn(await read(app), 'common_table_streams_open')).toBe(0)
  const routes = (await read(app)).map(({ labels }) => labels.route)
  expect(routes).not.toContain('/api/lunches/events')
})

test('the metrics can be read even if the database fails', async () => {
  // What was read before is cached.
  const lost = await withMetrics()
  await lost.db.schema.alterTable('deliveries').renameTo('elsewhere').execute()
  const samples = await read(lost)
  expect(valueIn(samples, 'common_table_database_up')).toBe(0)
  for (const name of ['common_table_queue_length', 'common_table_last_good_backup_age_seconds'])
    expect(valueIn(samples, name)).toBeUndefined()
  expect(valueIn(samples, 'process_resident_memory_bytes')).toBeGreaterThan(0)
})

test('after all kinds of requests, no label contains an address, a name or an id [T-126]', async () => {
  const people = [null, await app.user({ email: 'canary@example.org' }), await app.superUser()].map(app.as)
  const canary = 'canary%40example.org'
  for (const person of people)
    await Promise.all((await listEndpoints()).map(endpoint => provoke(person, endpoint, canary)))
  for (const method of ['GET', 'PROPFIND', 'DELETE', 'M-SEARCH'])
    for (const path of [
      `/${canary}`,
      `/api/${canary}?q=${canary}`,
      `/api/%zz${canary}`,
      '/assets/canary.js',
      '/',
    ])
      await app
        .as(null)
        .fetch(path, { method })
        .catch(() => undefined)

  const text = await textOf(app)
  // Without the values, which may be any number.
  expect(text.replaceAll(/ \S+$/gm, '')).not.toMatch(/canary|example\.org|127\.0\.0\.1|987654/i)
  const routes = new Set([...app.app.routeTable.map(({ url }) => url), 'unknown', 'file', '/api/docs'])
  const allowed: Record<string, (value: string) => boolean> = {
    route: value => routes.has(value) && !/\d{2}/.test(value),
    method: value => /^[A-Z-]{3,12}$/.test(value),
    status: value => /^[1-5]\d\d$/.test(value),
    statement: value => /^(select|insert|update|delete|begin|commit|rollback|other)$/.test(value),
    state: value => ['used', 'idle', 'waiting'].includes(value),
    channel: value => ['mail', 'chat', 'push'].includes(value),
    reason: value => ['wrong', 'throttled'].includes(value),
    le: value => value === '+Inf' || Number(value) > 0,
    version: value => /^v?\d+\.\d+\.\d+$/.test(value),
    major: value => /^\d+$/.test(value),
    minor: value => /^\d+$/.test(value),
    patch: value => /^\d+$/.test(value),
    type: value => /^\w+$/.test(value),
    space: value => /^\w+$/.test(value),
    kind: value => /^\w+$/.test(value),
  }
  const samples = parseMetrics(text)
  const unknown = samples.flatMap(({ name, labels }) =>
    Object.entries(labels)
      .filter(([key, value]) => !allowed[key]?.(value))
      .map(([key, value]) => `${name} ${key}=${value}`),
  )
  expect([...new Set(unknown)]).toEqual([])
  expect(samples.filter(({ labels }) => labels.route).length).toBeGreaterThan(500)
})

async function provoke(person: ReturnType<typeof app.as>, endpoint: Endpoint, canary: string): Promise<void> {
  // Restoring and signing out would end the session, and a stream would stay open.
  if (endpoint.events || /restore|logout/.test(endpoint.path)) return
  const params = new Proxy({}, { get: (_, name) => (name === 'id' ? 987654 : decodeURIComponent(canary)) })
  const path = `${addressOf(endpoint, { params })}?q=${canary}&token=${canary}`
  const hasBody = endpoint.method !== 'GET' && !endpoint.upload
  const body = JSON.stringify({ email: 'canary@example.org', name: 'canary', password: 'canary' })
  await person.fetch(path, {
    method: endpoint.method,
    ...(hasBody && { headers: { 'content-type': 'application/json' }, body }),
  })
}

// On one engine: HTTP.
import { Agent, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { listCampuses } from '#features/campuses/contract.ts'
import { createLog } from '#kit/server/create-log.ts'
import { openEvents } from '#tests/support/calls/open-events.ts'
import { parseMetrics, valueIn } from '#tests/support/calls/read-metrics.ts'
import { startApp } from '#tests/support/start-app.ts'

const lines: string[] = []
const log = createLog('warn', { write: line => void lines.push(line) })
const app = await startApp({ METRICS_TOKEN: 'only-for-prometheus' }, { log })
const agent = new Agent({ keepAlive: true })
afterAll(() => agent.destroy())

// A request blocks the event loop for as long as its header says.
app.app.server.prependListener('request', ({ headers }: IncomingMessage) => {
  const end = performance.now() + Number(headers['x-takes'] ?? 0)
  while (performance.now() < end);
})

type Asked = { takes: number; path?: string }

/** Sends all requests at once over connections that are already open, so that they arrive before the server looks. */
async function askTogether(asked: Asked[]) {
  await Promise.all(asked.map(() => ask({ takes: 0, path: '/healthz' })))
  return Promise.all(asked.map(ask))
}

async function ask({ takes, path = listCampuses.path }: Asked) {
  const headers = { 'x-takes': String(takes), authorization: 'Bearer only-for-prometheus' }
  const reply = await new Promise<IncomingMessage>((resolve, reject) =>
    get(app.origin + path, { agent, headers }, resolve).once('error', reject),
  )
  return { status: reply.statusCode, headers: reply.headers, body: await text(reply) }
}

const countShed = async () =>
  valueIn(parseMetrics((await ask({ takes: 0, path: '/metrics' })).body), 'common_table_calls_shed_total')

test('calls that can’t be served soon are rejected, and afterwards all are served again [T-122]', async () => {
  const stream = await openEvents(app.as(await app.user()), '/api/lunches/events?campusCode=arden')
  expect(await countShed()).toBe(0)

  const replies = await askTogether(Array(160).fill({ takes: 6 }))
  const [served, rejected] = [200, 503].map(requested => replies.filter(({ status }) => status === requested))
  expect(served?.length).toBeGreaterThanOrEqual(100)
  expect(rejected?.length).toBeGreaterThan(0)
  expect((served?.length ?? 0) + (rejected?.length ?? 0)).toBe(160)
  for (const { headers, body } of rejected ?? []) {
    expect(JSON.parse(body)).toEqual({
      message: 'The server is busy. Please try again in a moment.',
      code: 'server_busy',
    })
    expect(headers['retry-after']).toBe('2')
    expect(headers['x-content-type-options']).toBe('nosniff')
  }

  expect((await ask({ takes: 0 })).status).toBe(200)
  expect(stream.hasEnded()).toBe(false)
  expect(await countShed()).toBe(rejected?.length)
  // One line for all rejections. There may also be lines about served calls that were slow.
  const told = lines.map(line => JSON.parse(line)).filter(({ status, refused }) => refused ?? status === 503)
  expect(told).toEqual([expect.objectContaining({ level: 40, refused: rejected?.length, of: 160 })])
})

test('during overload, health checks, metrics and pages are still served [T-122 T-123]', async () => {
  const { path } = listCampuses
  const paths = [path, path, path, '/healthz', '/readyz', '/metrics', '/']
  const asked = Array.from({ length: 240 }, (_, i) => ({ takes: 4, path: paths[i % 7] ?? '' }))
  const replies = await askTogether(asked)
  const rejected = asked.filter((_, i) => replies[i]?.status === 503)
  expect(rejected.length).toBeGreaterThan(0)
  expect(new Set(rejected.map(({ path }) => path))).toEqual(new Set([listCampuses.path]))
})

test('a single slow request does not cause waiting requests to be rejected [T-122]', async () => {
  const replies = await askTogether([0, 0, 1_000, ...Array(60).fill(0)].map(takes => ({ takes })))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
})

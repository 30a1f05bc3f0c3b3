// On both engines: dialect.
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { requestPasswordReset } from '#features/accounts/contract.ts'
import { addFavorite } from '#features/favorites/contract.ts'
import { parseMetrics, type Sample, valueIn } from '#tests/support/calls/read-metrics.ts'
import { startSmtpServer } from '#tests/support/mail/smtp-server.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { listenForMetrics } from './serve-metrics.ts'

/*
 * Triggers each alert of docs/alerts.yml. Prometheus itself is not used: each test computes what Prometheus would
 * compute from two readings, and compares it with the threshold in the file.
 */

const token = 'only-for-prometheus'
const requests = 'common_table_http_request_duration_seconds'
const rules = new Map(
  [
    ...readFileSync('docs/alerts.yml', 'utf8').matchAll(
      /- alert: (\w+)\n\s+expr: (?:>-)?([\s\S]*?)\n\s+for:/g,
    ),
  ].map(([, name = '', expression = '']) => [name, expression.replaceAll(/\s+/g, ' ').trim()]),
)
const thresholdOf = (name: string) => Number(/(?:>|==) ([\d.]+)$/.exec(rules.get(name) ?? '')?.[1])

const start = (environment: Record<string, string> = {}) => startApp({ METRICS_TOKEN: token, ...environment })
async function read({ as }: TestApp): Promise<Sample[]> {
  const headers = { authorization: `Bearer ${token}` }
  return parseMetrics(await (await as(null).fetch('/metrics', { headers })).text())
}

test('the rules use only metrics that exist', async () => {
  const app = await start()
  const names = new Set((await read(app)).map(({ name }) => name))
  await app.as(null).fetch('/api/campuses')
  await expect.poll(async () => valueIn(await read(app), `${requests}_count`)).toBeGreaterThan(1)
  for (const { name, labels } of await read(app)) if (labels.route) names.add(name)
  expect([...rules.keys()]).toHaveLength(5)
  for (const [alert, expression] of rules) {
    const named = expression.match(/\b(?:common_table|nodejs|process)_\w+/g) ?? []
    expect(named.length, alert).toBeGreaterThan(0)
    expect(named.filter(name => !names.has(name))).toEqual([])
  }
})

test('CommonTableDown fires if the database is unreachable, and if the process has ended', async () => {
  const app = await start({ METRICS_TOKEN: '', METRICS_PORT: '0' })
  const server = await listenForMetrics(app.deps)
  onTestFinished(() => void server?.close().closeAllConnections())
  if (!server) throw new Error('There is no server')
  const { port } = server.address() as AddressInfo
  const scrape = () => fetch(`http://127.0.0.1:${port}/metrics`)
  await app.db.destroy()
  const samples = parseMetrics(await (await scrape()).text())
  expect(valueIn(samples, 'common_table_database_up')).toBe(thresholdOf('CommonTableDown'))
  server.close().closeAllConnections()
  // Prometheus then has `up == 0`.
  await expect(scrape()).rejects.toThrow()
})

test('CommonTableErrors fires if requests fail because a table is missing', async () => {
  const app = await start()
  const counts = async () => {
    const samples = await read(app)
    const failed = valueIn(samples, `${requests}_count`, { status: /^5..$/ }) ?? 0
    return { failed, all: valueIn(samples, `${requests}_count`) ?? 0 }
  }
  const call = async (times: number) => {
    for (let i = 0; i < times; i += 1)
      await app.as(null).fetch('/api/user', { headers: { cookie: 'session=unknown' } })
  }
  await call(30)
  await expect.poll(async () => (await counts()).all).toBeGreaterThanOrEqual(30)
  const before = await counts()
  expect(before.failed / before.all).toBeLessThan(thresholdOf('CommonTableErrors'))
  await app.db.schema.alterTable('sessions').renameTo('elsewhere').execute()
  await call(3)
  await expect.poll(async () => (await counts()).failed).toBe(3)
  const after = await counts()
  const share = (after.failed - before.failed) / (after.all - before.all)
  expect(share).toBeGreaterThan(thresholdOf('CommonTableErrors'))
})

test('CommonTableSlow fires if requests wait for a lock in the database', async () => {
  const app = await start()
  const route = '/api/favorites'
  const overASecond = async () => {
    const samples = await read(app)
    const le = String(thresholdOf('CommonTableSlow'))
    const within = valueIn(samples, `${requests}_bucket`, { route, le }) ?? 0
    return (valueIn(samples, `${requests}_count`, { route }) ?? 0) - within
  }
  const ana = app.as(await app.user())
  const add = async () => ana.call(addFavorite, { body: { restaurantId: (await app.restaurant()).id } })
  expect((await add()).status).toBe(201)
  const places = [await app.restaurant(), await app.restaurant(), await app.restaurant()]
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = app.db.transaction().execute(async tx => {
    if (process.env.ENGINE === 'postgres') await sql`lock table favorites`.execute(tx)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const waiting = places.map(({ id }) => ana.call(addFavorite, { body: { restaurantId: id } }))
  // Waits longer, because on a busy machine the requests arrive a little later than they were sent.
  setTimeout(released.resolve, thresholdOf('CommonTableSlow') * 1_000 + 500)
  await Promise.all([held, ...waiting])
  // All requests of this period are slow, which is more than one in twenty.
  await expect.poll(overASecond).toBe(3)
})

test('CommonTableQueueStuck fires if the mail server has refused connections for an hour', async () => {
  const smtp = await startSmtpServer()
  await smtp.setMode('refuse connections')
  const app = await start({ SMTP_URL: smtp.url })
  const { email } = await app.user()
  await app.as(null).call(requestPasswordReset, { body: { email } })
  await app.deps.jobs.mailer.settled()
  app.clock.advance({ hours: 1 })
  const samples = await read(app)
  expect(valueIn(samples, 'common_table_queue_length', { channel: 'mail' })).toBe(1)
  const oldest = valueIn(samples, 'common_table_queue_oldest_seconds', { channel: 'mail' })
  expect(oldest).toBeGreaterThan(thresholdOf('CommonTableQueueStuck'))
})

test('CommonTableBackupOverdue fires if there was no backup for three days', async () => {
  const fresh = await start()
  expect(valueIn(await read(fresh), 'common_table_backup_overdue')).toBe(0)
  const app = await start()
  app.clock.advance({ days: 3 })
  expect(valueIn(await read(app), 'common_table_backup_overdue')).toBe(
    thresholdOf('CommonTableBackupOverdue'),
  )
})

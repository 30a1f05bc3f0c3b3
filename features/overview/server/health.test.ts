// On both engines: upserts of sizes and slow requests.
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { find, insert } from '#kit/server/database/rows.ts'
import { countSlowRequests } from '#kit/server/http/limits/slow-requests.ts'
import { trackRequests } from '#kit/server/http/requests.ts'
import { backupsOf } from '#tests/support/backups/backups.ts'
import { startApp } from '#tests/support/start-app.ts'
import { getOverview } from '../contract.ts'
import { addSlowRequests, saveDatabaseSize } from './health.ts'

const app = await startApp()
const noon = '2026-11-18T17:00:00.000Z'

test('health reports backups, mails, sizes and today’s slow requests', async () => {
  app.clock.set(noon)
  const root = app.as(await app.superUser())
  await backupsOf(root).backUp()
  await insert(app.db, 'databaseSizes', { day: '2026-11-08', bytes: 1_000 })
  for (const day of ['2026-11-08', '2026-11-17']) await saveDatabaseSize(app.db, day)
  const slow = { day: '2026-11-18', route: 'GET /api/admin/overview', count: 2, longest: 1500 }
  await addSlowRequests(app.db, [slow, { ...slow, route: 'POST /api/ratings', count: 1 }])
  await addSlowRequests(app.db, [{ ...slow, count: 1, longest: 1200 }])
  await addSlowRequests(app.db, [{ ...slow, day: '2026-11-17' }])
  const { health } = (await root.call(getOverview)).body
  expect(health).toMatchObject({
    lastGoodBackup: { filename: expect.stringMatching(/^backup-/) },
    backupIsOverdue: false,
    mailsWaiting: 0,
    version: app.deps.config.version,
    slowRequests: [
      { route: 'GET /api/admin/overview', count: 3, longestMs: 1500 },
      { route: 'POST /api/ratings', count: 1, longestMs: 1500 },
    ],
  })
  expect(health?.database.bytes).toBeGreaterThan(100_000)
  expect((await find(app.db, 'databaseSizes', { day: '2026-11-17' }))?.bytes).toBeGreaterThan(100_000)
  const growth = (health?.database.bytes ?? 0) - 1_000
  expect(health?.database.growth).toEqual({ bytes: growth, since: '2026-11-08' })
  expect(health?.disk?.totalBytes).toBeGreaterThan(health?.disk?.freeBytes ?? 0)
})

test('slow requests are counted by route, but streams never are', async () => {
  app.clock.set(noon)
  const counted: unknown[] = []
  const server = Fastify()
  const { now, config, log } = app.deps
  trackRequests(server)
  countSlowRequests(server, { now, config, log }, async slow => void counted.push(...slow), 0)
  server.get('/places/:id', async () => 'ok')
  server.get('/events', { config: { isStream: true } }, async () => 'data')
  const origin = await server.listen({ host: '127.0.0.1', port: 0 })
  for (const path of ['/places/1', '/places/2', '/events']) await (await fetch(origin + path)).text()
  server.server.closeAllConnections()
  await server.close()
  expect(counted).toEqual([
    { day: '2026-11-18', route: 'GET /places/:id', count: 2, longest: expect.any(Number) },
  ])
})

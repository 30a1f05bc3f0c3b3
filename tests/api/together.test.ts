// On both engines: races.
import { expect, test } from 'vitest'
import { tables } from '#app/tables.ts'
import { tableNames } from '#kit/server/database/schema.ts'
import { listedCalls, sendSample } from '#tests/support/calls/endpoints.ts'
import { backgroundDone } from '#tests/support/databases/digest-tables.ts'
import { samplesOf } from '#tests/support/samples/calls.ts'
import { startApp } from '#tests/support/start-app.ts'

/*
 * Every write of the contract, sent eight times at the same moment: it leaves what it leaves when it is sent once, unless each
 * of them is to make something of its own.
 */

const app = await startApp({ RATE_LIMITS: 'off', OVERPASS_URL: 'off' })
const sampleOf = await samplesOf(app)

/** Each of these makes something of its own; after a restore, there is no before. */
const each = new Set([
  'POST /api/audit-logs',
  'POST /api/backup',
  'POST /api/backup/restore/:filename',
  'POST /api/backup/upload',
  'POST /api/calendar',
  'POST /api/emergency-messages',
  'POST /api/import/csv',
  'POST /api/passkeys/options',
  'POST /api/restaurants',
  'POST /api/suggestions',
  'POST /api/test-email',
  'POST /api/tokens',
])

const writes = (await listedCalls()).calls.filter(
  ({ name, endpoint }) => endpoint.method !== 'GET' && endpoint.access !== 'public' && !each.has(name),
)

/** What each request adds to, or what goes by itself. */
const passing = ['auditLogs', 'deliveries', 'throttles', 'sessions', 'slowRequests']
const counted = tableNames(tables).filter(name => !passing.includes(name))

/** How many rows each table has, once the work in the background is done. */
async function countRows(): Promise<Record<string, number>> {
  await backgroundDone(app.deps)
  const counts = app.db.selectNoFrom(eb =>
    counted.map(name =>
      eb.selectFrom(name).select(eb.fn.countAll<number>().as('count')).$asScalar().$notNull().as(name),
    ),
  )
  return counts.executeTakeFirstOrThrow()
}

test.each(writes)(
  '$name, sent eight times at once, counts once [T-03 T-17 T-51 T-53]',
  async ({ endpoint }) => {
    const added = async (times: number) => {
      for (const table of ['lunches', 'standingLunches', 'restaurants'] as const)
        await app.db.deleteFrom(table).execute()
      const owner = endpoint.access === 'user' ? await app.user() : await app.superUser()
      const sent = await sampleOf(endpoint, owner)
      const before = await countRows()
      const as = app.as(owner)
      await as.fetch('/api/user')
      const replies = await Promise.all(Array.from({ length: times }, () => sendSample(as, endpoint, sent)))
      const after = await countRows()
      const growth = new Map(
        Object.entries(after).map(([table, count]) => [table, count - (before[table] ?? 0)]),
      )
      return { growth, statuses: replies.map(({ status }) => status) }
    }
    const once = await added(1)
    const together = await added(8)
    for (const [table, growth] of together.growth) {
      const most = once.growth.get(table) ?? 0
      expect(growth, table).toBeGreaterThanOrEqual(Math.min(most, 0))
      expect(growth, table).toBeLessThanOrEqual(Math.max(most, 0))
    }
    expect(together.statuses).toEqual(expect.arrayContaining(once.statuses))
    expect(together.statuses.filter(status => status >= 500 && !once.statuses.includes(status))).toEqual([])
  },
)

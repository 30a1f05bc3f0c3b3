import { describe, expect, onTestFinished, test } from 'vitest'
import { lunchTopic } from '#features/lunches/server/news/tell.ts'
import { openDatabase } from '#kit/server/database/connection/open.ts'
import { announce } from '#kit/server/jobs/changes-store.ts'
import { backupsOf } from '#tests/support/backups/backups.ts'
import { openEvents } from '#tests/support/calls/open-events.ts'
import { createDatabase } from '#tests/support/databases/postgres.ts'
import { startProcess } from '#tests/support/processes/start-process.ts'
import {
  type Admin,
  adminAt,
  isPostgresThere,
  refusedStart,
  startCluster,
  statusesOfManyCalls,
} from '#tests/world/servers.ts'
import { isPgbouncerThere, startPgbouncer } from './pgbouncer.ts'

if (!isPgbouncerThere) console.warn('PgBouncer is not installed: the server is NOT tested behind it.\n')

const ignored = { ignore_startup_parameters: 'statement_timeout, idle_in_transaction_session_timeout' }

describe.runIf(isPostgresThere && isPgbouncerThere)('behind PgBouncer', async () => {
  const cluster = await startCluster()

  test('in transaction mode, two processes serve all calls, and live events arrive', async () => {
    const direct = await createDatabase(cluster.url)
    const url = await startPgbouncer(direct, { pool_mode: 'transaction', default_pool_size: 3, ...ignored })
    const environment = { DATABASE_URL: url, STARTER_DATA: 'sample' }
    const first = await startProcess(environment)
    const second = await first.startAgain()
    const admins = [await adminAt(first), await adminAt(second)]
    for (let round = 0; round < 6; round += 1) expect(await statusesOfManyCalls(admins, 2)).toEqual([200])

    const [admin] = admins as [Admin]
    const stream = await openEvents(admin, '/api/lunches/events')
    await stream.received(1)
    const db = openDatabase({ dataDir: '', databaseUrl: url }, () => undefined)
    onTestFinished(() => db.destroy())
    for (const count of [2, 3]) {
      const change = { topic: lunchTopic, changed: 'all', time: new Date().toISOString() } as const
      await db.transaction().execute(tx => announce(tx, change))
      await stream.received(count)
    }
    expect(first.output()).not.toContain('could not be read')

    await backupsOf(admin).backUp(true)
  })

  const pool_mode = 'transaction'
  const search = `?options=${encodeURIComponent('-c search_path=lunch')}`
  const alsoOptions = `${ignored.ignore_startup_parameters}, options`
  test.each<[string, settings: Record<string, string>, change: Partial<URL>, RegExp]>([
    [
      'an unsupported startup parameter',
      { pool_mode },
      {},
      /unsupported startup parameter.*ignore_startup_parameters = statement_timeout/,
    ],
    [
      'an unsupported option',
      { pool_mode, ...ignored },
      { search },
      /unsupported startup parameter: options.*ALTER ROLE/,
    ],
    [
      'an ignored search path',
      { pool_mode, ignore_startup_parameters: alsoOptions },
      { search },
      /ignores options: the search path is "\$user", public instead of lunch.*ALTER ROLE/,
    ],
    ['statement mode', { pool_mode: 'statement', ...ignored }, {}, /pool_mode = transaction/],
    ['a wrong password', ignored, { password: 'wrong' }, /password authentication failed/],
    ['no password', { ...ignored, auth_type: 'plain' }, { password: '' }, /empty password/],
    ['an unknown user', ignored, { username: 'nobody_here' }, /can't be used/],
    [
      'a database that PostgreSQL doesn’t have',
      ignored,
      { pathname: '/nowhere' },
      /can't be used \(database "nowhere" does not exist\)/,
    ],
  ])('%s is reported at once', async (_name, settings, change, reason) => {
    const url = await startPgbouncer(await createDatabase(cluster.url), settings)
    const { output, seconds } = await refusedStart(Object.assign(new URL(url), change).href)
    expect(output).toMatch(/Common Table can't start:\nDATABASE_URL: the /)
    expect(output).toMatch(reason)
    expect(output).not.toMatch(/\n\s+at /)
    expect(seconds).toBeLessThan(20)
  })
})

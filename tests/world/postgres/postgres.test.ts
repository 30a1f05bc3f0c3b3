import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#kit/server/database/connection/open.ts'
import { backupsOf } from '#tests/support/backups/backups.ts'
import { openEvents } from '#tests/support/calls/open-events.ts'
import { createDatabase } from '#tests/support/databases/postgres.ts'
import { startProcess } from '#tests/support/processes/start-process.ts'
import {
  adminAt,
  isPostgresThere,
  refusedStart,
  startCluster,
  statusesOfManyCalls,
} from '#tests/world/servers.ts'

describe.runIf(isPostgresThere)('PostgreSQL', async () => {
  const cluster = await startCluster()
  const { run } = cluster

  test.each(['Lunch', 'First Baptist', 'lunch.app', 'with "quotes"'])(
    'a role and a schema called %s work, beside an installation and another program in other schemas',
    async name => {
      const direct = await createDatabase(cluster.url)
      await run('create schema trial; create table trial.kysely_migration (id int)', direct)
      await run('create table kysely_migration (name text, timestamp text)', direct)
      await run("insert into kysely_migration values ('another program', '')", direct)
      const [role, database] = [pg.escapeIdentifier(name), new URL(direct).pathname.slice(1)]
      await run(`create role ${role} login password 'it''s: a/p@ss#?'`)
      onTestFinished(async () => {
        await run(`drop database ${database} with (force); drop role ${role}`.split(';')[0] ?? '')
        await run(`drop role ${role}`)
      })
      await run(`create schema ${role} authorization ${role}`, direct)
      const url = new URL(direct)
      url.username = encodeURIComponent(name)
      url.password = encodeURIComponent("it's: a/p@ss#?")
      const first = await startProcess({ DATABASE_URL: url.href, STARTER_DATA: 'sample' })
      const admin = await adminAt(await first.startAgain())
      expect(await statusesOfManyCalls([admin], 2)).toEqual([200])
      const { backUp, restore } = backupsOf(admin)
      await restore(await backUp(true))
      const { rows } = await run(`select count(*)::int as count from ${role}."restaurants"`, direct)
      expect(rows[0].count).toBeGreaterThan(0)
    },
  )

  describe('a role with few connections', () => {
    const limited = async (limit: number) => {
      const direct = await createDatabase(cluster.url)
      const [role, database] = [`limited_${limit}`, new URL(direct).pathname.slice(1)]
      await run(`create role ${role} login connection limit ${limit}`)
      await run(`alter database ${database} owner to ${role}`)
      return Object.assign(new URL(direct), { username: role }).href
    }

    test('of five serves many calls at once, live events, backups and restores', async () => {
      const server = await startProcess({ DATABASE_URL: await limited(5), STARTER_DATA: 'sample' })
      const admin = await adminAt(server)
      const stream = await openEvents(admin, '/api/lunches/events')
      await stream.received(1)
      for (let round = 0; round < 5; round += 1) expect(await statusesOfManyCalls([admin], 4)).toEqual([200])
      const calls = statusesOfManyCalls([admin], 4)
      const { backUp, restore } = backupsOf(admin)
      const filename = await backUp(true)
      expect(await calls).toEqual([200])
      await restore(filename)
      expect(server.output().match(/PostgreSQL allows no more connections/g)).toHaveLength(1)
    })

    test('of three starts, and says how many are needed', async () => {
      const server = await startProcess({ DATABASE_URL: await limited(3) })
      await expect.poll(server.output).toMatch(/A process needs at least 5/)
      expect(await statusesOfManyCalls([await adminAt(server)], 4)).toEqual([200])
    })

    test('or with DATABASE_POOL never opens more', async () => {
      const url = await createDatabase(cluster.url)
      const server = await startProcess({ DATABASE_URL: url, DATABASE_POOL: '5' })
      const admin = await adminAt(server)
      await (await openEvents(admin, '/api/lunches/events')).received(1)
      const calls = statusesOfManyCalls([admin], 8)
      const db = openDatabase({ dataDir: '', databaseUrl: url }, () => undefined)
      onTestFinished(() => db.destroy())
      const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
      expect(await calls).toEqual([200])
      expect(rows[0]?.count).toBeLessThanOrEqual(5)
    })
  })

  test.each<[string, (database: string) => string, RegExp]>([
    [
      'allows no connections',
      name => `alter database ${name} allow_connections false`,
      /not currently accepting/,
    ],
    ['allows the role none', name => `revoke connect on database ${name} from public`, /permission denied/],
  ])('a database that %s is reported at once', async (_name, statement, reason) => {
    const direct = new URL(await createDatabase(cluster.url))
    await run('do $$ begin create role plain login; exception when duplicate_object then end $$')
    await run(statement(direct.pathname.slice(1)))
    direct.username = 'plain'
    const { output, seconds } = await refusedStart(direct.href)
    expect(output).toMatch(reason)
    expect(seconds).toBeLessThan(20)
  })
})

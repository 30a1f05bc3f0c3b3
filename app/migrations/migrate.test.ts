// On both engines: dialect.
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { expect, test } from 'vitest'
import { schema } from '#app/tables.ts'
import { readConfig } from '#kit/server/config/config.ts'
import { openDatabase, UnusableDatabaseError } from '#kit/server/database/connection/open.ts'
import { migrate } from '#kit/server/database/migrate.ts'
import { list } from '#kit/server/database/rows.ts'
import { emptyPlace } from '#tests/support/backups/installation.ts'
import { rowsOf } from '#tests/support/databases/rows.ts'
import { storedTallies } from '#tests/support/people/tallies.ts'
import { startApp } from '#tests/support/start-app.ts'
import * as migration0026 from './0026-made-up-addresses.ts'
import * as migration0043 from './0043-distance-failures.ts'
import * as migration0044 from './0044-letters-of-domains.ts'
import * as migration0048 from './0048-tallies-by-triggers.ts'
import { migrations } from './migrations.ts'

const { db, deps, insert, user } = await startApp()

const tables = async () => (await db.introspection.getTables()).map(table => table.name).sort()
const newTable = (name: string, after: () => void = () => undefined): Migration => ({
  async up(tx: Kysely<unknown>) {
    await tx.schema.createTable(name).addColumn('id', 'integer').execute()
    after()
  },
})
const fail = () => {
  throw new Error('half way')
}

test.runIf(process.env.ENGINE === 'postgres')(
  'a start is rejected with a clear message while another process, such as an earlier version or a backup, uses the tables',
  async () => {
    const impatient = new URL(deps.config.databaseUrl ?? '')
    impatient.searchParams.set('options', '-c lock_timeout=100ms')
    const other = openDatabase({ databaseUrl: impatient.href, dataDir: '' }, () => undefined)
    const alter: Migration = {
      up: async (tx: Kysely<unknown>) =>
        tx.schema.alterTable('campuses').addColumn('extra', 'text').execute(),
    }
    await db.transaction().execute(async tx => {
      await tx.selectFrom('campuses').select('id').execute()
      const late = migrate(other, { ...schema, migrations: { ...migrations, '9001-extra': alter } })
      await expect(late).rejects.toThrow('another process is using the tables')
      await expect(late).rejects.toBeInstanceOf(UnusableDatabaseError)
    })
    await other.destroy()
    await migrate(db, schema)
  },
)

test('migration 0026 shortens made-up client addresses to the length that a backup can hold', async () => {
  const entry = {
    action: 'LOGIN_FAILED',
    userId: null,
    details: '{}',
    userAgent: null,
    createdAt: '2026-11-20',
  }
  const addresses = ['7'.repeat(300), '2001:db8::1', null]
  const entries = addresses.map(ipAddress => ({ ...entry, ipAddress }))
  await db.insertInto('auditLogs').values(entries).execute()
  await migration0026.up(db as never)
  const rows = await db.selectFrom('auditLogs').select('ipAddress').orderBy('id').execute()
  expect(rows.slice(-3).map(row => row.ipAddress)).toEqual(['7'.repeat(100), '2001:db8::1', null])
})

test('migration 0044 writes the letters of encoded domains in addresses and in what was mailed to them', async () => {
  const address = { email: 'ana@xn--gemeinde-kln-ejb.example' }
  const { id: userId } = await user(address)
  await insert('mailTokens', { ...address, userId, purpose: 'verification' })
  const other = await user({ email: 'xn--ben@example.org' })
  await migration0044.up(db as never)
  const emails = await db
    .selectFrom('users')
    .select('email')
    .where('id', 'in', [userId, other.id])
    .orderBy('id')
    .execute()
  expect(emails.map(({ email }) => email)).toEqual(['ana@gemeinde-köln.example', 'xn--ben@example.org'])
  expect(await db.selectFrom('mailTokens').select('email').execute()).toEqual([emails[0]])
})

test('migration 0043 turns the list of what a recalculation could not calculate into rows', async () => {
  const failed = (restaurantId: number) => ({
    restaurantId,
    name: 'Diner',
    address: '1 Oak',
    message: 'Gone',
  })
  await db.schema.dropTable('distanceFailures').execute()
  const failures = JSON.stringify([failed(7), failed(9)])
  const run = { isRunning: false, campusCode: null, count: 2, remaining: '[]', failures, startedBy: null }
  const times = { startedAt: '2026-11-20T12:00:00.000Z', finishedAt: null }
  await db
    .insertInto('distanceRuns')
    .values({ ...run, ...times })
    .execute()
  await migration0043.up(db as never)
  const { id } = await db.selectFrom('distanceRuns').select('id').executeTakeFirstOrThrow()
  const kept = await list(db, 'distanceFailures', { runId: id }, { order: ['id'] })
  expect(kept).toMatchObject([failed(7), failed(9)])
})

test('migration 0048 counts the tallies anew, also wrong ones', async () => {
  const other = openDatabase(readConfig(await emptyPlace()), () => undefined)
  const { '0048-tallies-by-triggers': _, ...others } = migrations
  await migrate(other, { ...schema, migrations: others })
  const { insert, idOf } = rowsOf({ db: other, now: deps.now })
  await insert('campuses', { code: 'arden' })
  for (const name of ['Care', 'Worship']) await insert('departments', { name })
  const userId = await idOf('users', { campusCode: 'arden', department: 'Care' })
  const wrong = { ratingCount: 7, ratingSum: 9, ratingSquares: 9 }
  const rated = await idOf('restaurants', { campusCode: 'arden', ...wrong })
  await idOf('restaurants', { campusCode: 'arden', ...wrong })
  await insert('ratings', { userId, restaurantId: rated, value: 4 })
  await insert('departmentTallies', { restaurantId: rated, department: 'Worship' })
  await other.transaction().execute(tx => migration0048.up(tx as never))
  expect(await storedTallies(other)).toEqual({
    [rated]: { count: 1, sum: 4, squares: 16 },
    [`${rated} Care`]: { count: 1, sum: 4 },
  })
  await other.destroy()
})

test('a failing migration and those that ran before it leave nothing behind, and the next start repeats them', async () => {
  const before = await tables()
  const good = newTable('extra1')
  const broken = { ...migrations, '9001-good': good, '9002-broken': newTable('extra2', fail) }
  await expect(migrate(db, { ...schema, migrations: broken })).rejects.toThrow('half way')
  expect(await tables()).toEqual(before)
  await migrate(db, schema)

  const mended = { ...migrations, '9001-good': good, '9002-broken': newTable('extra2') }
  await Promise.all([
    migrate(db, { ...schema, migrations: mended }),
    migrate(db, { ...schema, migrations: mended }),
  ])
  expect(await tables()).toEqual([...before, 'extra1', 'extra2'].sort())
  await expect(migrate(db, schema)).rejects.toThrow('it has 9001-good, 9002-broken')
})

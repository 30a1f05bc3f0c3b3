// On both engines: dialect, two processes, backups.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listRestaurants } from '#features/restaurants/contract.ts'
import { withLease } from '#kit/server/jobs/lease.ts'
import { backupsOf } from '#tests/support/backups/backups.ts'
import { callAsPrimary, startProcess } from '#tests/support/processes/start-process.ts'
import { startApp } from '#tests/support/start-app.ts'
import { createBackup, listBackups, listRestores, restoreBackup } from '../../contract.ts'
import { backupFolder } from '../backup-files.ts'
import { makeSafetyBackup } from '../make-backup.ts'
import { restoreLease } from './restore-backup.ts'

vi.setConfig({ testTimeout: 60_000 })

const app = await startApp()
const { db } = app
const root = app.as(await app.superUser())
const restore = (filename: string) => root.call(restoreBackup, { params: { filename } })
const { backUp } = backupsOf(root)

test('the outcome of a restore can be read later, even after the connection was lost', async () => {
  const last = async () => (await root.call(listRestores)).body[0]
  const filename = await backUp()
  const { body } = await restore(filename)
  expect(await last()).toMatchObject({
    filename,
    outcome: 'done',
    message: null,
    safetyBackup: body.safetyBackup,
  })

  await writeFile(join(backupFolder(app.deps.config), filename), '{}')
  const rejected = await restore(filename)
  expect(rejected.status).toBe(400)
  expect(await last()).toMatchObject({ filename, outcome: 'failed', message: rejected.message })

  const run = { filename, startedAt: app.clock.now().toISOString() }
  await withLease(app.deps, restoreLease, async () => {
    await db.insertInto('restoreRuns').values(run).execute()
    expect(await last()).toMatchObject({ filename, outcome: 'running', message: null })
  })
  expect(await last()).toMatchObject({
    outcome: 'failed',
    message: expect.stringMatching('server stopped'),
  })
})

test('a failed restore keeps its backup file, even if it is the oldest safety backup', async () => {
  const oldest = await makeSafetyBackup(app.deps, false)
  for (let i = 0; i < 9; i += 1) {
    app.clock.advance({ minutes: 1 })
    await makeSafetyBackup(app.deps, false)
  }
  app.clock.advance({ minutes: 1 })
  const names = async () => (await root.call(listBackups)).body.map(({ filename }) => filename)
  await db.schema.alterTable('tasteModels').renameTo('tasteModelsAway').execute()
  expect((await restore(oldest)).status).toBe(500)
  await db.schema.alterTable('tasteModelsAway').renameTo('tasteModels').execute()
  expect(await names()).toContain(oldest)
  expect((await restore(oldest)).status).toBe(200)

  await makeSafetyBackup(app.deps, false)
  expect(await names()).not.toContain(oldest)
})

test.runIf(process.env.ENGINE === 'postgres')(
  'during a long restore, returning users can still read, and its lease can be renewed',
  async () => {
    const ana = app.as(await app.user())
    const look = () => ana.call(listRestaurants, { query: { campusCode: 'arden' } })
    await look()
    await db
      .updateTable('sessions')
      .set({ lastSeenAt: new Date(Date.now() - 3_600_000).toISOString() })
      .execute()
    const filename = await backUp()
    const client = new pg.Client({ connectionString: app.deps.config.databaseUrl ?? '' })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('select pg_advisory_lock(1)')
    await sql`create function "slowly"() returns trigger language plpgsql as $$ begin
      while not pg_try_advisory_xact_lock(1) loop perform pg_sleep(0.1); end loop; return null; end $$`.execute(
      db,
    )
    await sql`create trigger "slowly" before delete on "ratings" for each statement execute function "slowly"()`.execute(
      db,
    )
    const restored = restore(filename)
    // Tables of databases with one template have the same ids.
    const isHeld = `select from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and granted and mode = 'ExclusiveLock' and relation = '"ratings"'::regclass`
    await expect.poll(async () => (await client.query(isHeld)).rows.length).toBe(1)

    const asked = performance.now()
    expect((await look()).status).toBe(200)
    expect(performance.now() - asked).toBeLessThan(8_000)
    // As the restoring process does to renew its lease.
    const saying = db.transaction().execute(async tx => {
      await sql`set local lock_timeout = '1s'`.execute(tx)
      await sql`update "leases" set "holder" = "holder" where "name" = ${restoreLease}`.execute(tx)
    })
    await expect(saying).resolves.toBeUndefined()
    await client.query('select pg_advisory_unlock(1)')
    expect((await restored).status).toBe(200)
    await sql`drop trigger "slowly" on "ratings"`.execute(db)
  },
)

test.runIf(process.env.ENGINE === 'postgres')(
  'a process stopped during a long restore ends in time, leaves nothing running in PostgreSQL, and changes nothing [D-17]',
  async () => {
    const server = await startProcess()
    const { body: made } = await callAsPrimary(server.origin, createBackup, {
      body: { includeImages: false },
    })
    const params = { filename: made.filename }
    const client = new pg.Client({ connectionString: server.databaseUrl })
    await client.connect()
    onTestFinished(() => client.end())
    const count = async (what: string) => (await client.query(`select 1 from ${what}`)).rows.length
    await client.query(`create function "slowly"() returns trigger language plpgsql as $$
      begin perform pg_sleep(3000); return null; end $$`)
    await client.query(
      `create trigger "slowly" before delete on "ratings" for each statement execute function "slowly"()`,
    )

    const answered = callAsPrimary(server.origin, restoreBackup, { params }).then(
      ({ status }) => status,
      () => 'none',
    )
    const others = 'pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()'
    await expect.poll(() => count(`${others} and wait_event = 'PgSleep'`), { timeout: 30_000 }).toBe(1)
    const told = performance.now()
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(performance.now() - told).toBeLessThan(16_000)
    expect(await answered).toBe('none')
    await expect.poll(() => count(others), { timeout: 15_000 }).toBe(0)
    expect(await count('"restoreRuns" where "finishedAt" is null and "safetyBackup" is not null')).toBe(1)
  },
)

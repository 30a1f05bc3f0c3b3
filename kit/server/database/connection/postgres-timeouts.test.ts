import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { PreparingClient } from '#kit/server/database/drivers/preparing-client.ts'
import { backupsOf } from '#tests/support/backups/backups.ts'
import { administer } from '#tests/support/databases/postgres.ts'
import { startFaultyProxy } from '#tests/support/processes/faulty-proxy.ts'
import { startApp } from '#tests/support/start-app.ts'
import { openReader } from './open.ts'

/** A trigger function that fails unless statements may take an hour, and the locks of a silent machine end soon. */
const requireHour = (name: string, returns: string) => `
  create function ${name}() returns ${returns} language plpgsql as $$ begin
    if current_setting('statement_timeout') <> '1h' or current_setting('idle_in_transaction_session_timeout') <> '15s' then raise exception 'in a hurry'; end if;
    ${returns === 'trigger' ? 'return null;' : ''}
  end $$`

const app = await startApp(
  {},
  {
    prepare: async ({ databaseUrl = '' }) => {
      await administer(databaseUrl, requireHour('long_migration', 'event_trigger'))
      await administer(
        databaseUrl,
        'create event trigger long_migration on ddl_command_start execute function long_migration()',
      )
    },
  },
)

test('PostgreSQL ends the statements of a request after ten seconds, but not those of a migration or a restore', async () => {
  await expect(sql`create table late (id int)`.execute(app.db)).rejects.toThrow('in a hurry')
  await sql`drop event trigger long_migration`.execute(app.db)

  await sql.raw(requireHour('long_restore', 'trigger')).execute(app.db)
  await sql`create trigger long_restore after delete on ratings execute function long_restore()`.execute(
    app.db,
  )
  await expect(app.db.deleteFrom('ratings').execute()).rejects.toThrow('in a hurry')
  const { backUp, restore } = backupsOf(app.as(await app.superUser()))
  await restore(await backUp())
})

test('a backup waits for a connection that a busy machine takes three seconds to open', async () => {
  const proxy = await startFaultyProxy(app.deps.config.databaseUrl ?? '')
  onTestFinished(proxy.close)
  // Once there, and once back.
  proxy.conditions = { delay: 1_500 }
  const reader = openReader({ databaseUrl: proxy.url, dataDir: '' })
  onTestFinished(() => reader.destroy())
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(reader)
  expect(rows).toEqual([{ one: 1 }])
})

test('who waits for a connection gets none that is given up because no reply came [D-20]', async () => {
  const connectionString = app.deps.config.databaseUrl ?? ''
  const pool = new pg.Pool({ connectionString, Client: PreparingClient, max: 1, query_timeout: 300 })
  const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  onTestFinished(() => db.destroy())
  const silent = sql`select pg_sleep(5)`.execute(db)
  const waiting = sql<{ one: number }>`select 1 as one`.execute(db)
  await expect(silent).rejects.toThrow('Query read timeout')
  expect((await waiting).rows).toEqual([{ one: 1 }])
})

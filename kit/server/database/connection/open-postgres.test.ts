import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { checkConnections } from '#app/check-connections.ts'
import { schema } from '#app/tables.ts'
import { migrate } from '#kit/server/database/migrate.ts'
import { administer, createDatabase, dropDatabase } from '#tests/support/databases/postgres.ts'
import { openDatabase, UnusableDatabaseError } from './open.ts'
import { explainStartError, waitUntilReachable } from './wait-until-reachable.ts'

describe('a start with PostgreSQL', () => {
  const cluster = process.env.TEST_POSTGRES_URL ?? ''
  const begin = async (databaseUrl: string) => {
    const db = openDatabase({ dataDir: '', databaseUrl }, () => undefined)
    try {
      await waitUntilReachable(db, { warn: () => undefined })
      await migrate(db, schema)
    } catch (error) {
      throw explainStartError(error)
    } finally {
      await db.destroy()
    }
  }
  const expectRejected = async (databaseUrl: string, reason: RegExp) => {
    const error = await begin(databaseUrl).catch(e => e)
    expect(error).toBeInstanceOf(UnusableDatabaseError)
    expect(error.message).toMatch(reason)
  }
  const run = async (databaseUrl: string, statement: string) =>
    (await administer(databaseUrl, statement)).rows
  const set = (databaseUrl: string, setting: string) =>
    run(databaseUrl, `alter database "${new URL(databaseUrl).pathname.slice(1)}" set ${setting}`)
  const newDatabase = async () => {
    const url = await createDatabase(cluster)
    onTestFinished(() => dropDatabase(url))
    return url
  }

  test.each<[string, Partial<URL>, RegExp]>([
    ['a database that does not exist', { pathname: '/nowhere' }, /^DATABASE_URL: .*"nowhere" does not exist/],
    ['a user that does not exist', { username: 'nobody_here' }, /^DATABASE_URL: .*"nobody_here"/],
    ['a server that rejects encryption', { search: '?sslmode=verify-full' }, /^DATABASE_URL: .*SSL/],
  ])('is rejected with a clear message for %s', async (_name, wrong, reason) => {
    await expectRejected(Object.assign(new URL(cluster), wrong).href, reason)
  })

  test('is rejected if its user may not change the database', async () => {
    const url = await newDatabase()
    await set(url, 'default_transaction_read_only = on')
    await expectRejected(
      url,
      /^DATABASE_URL: the tables can't be created .*Make the user that it names the owner/,
    )
  })

  test('is rejected if the tables belong to another user, with the remedy', async () => {
    const url = await newDatabase()
    await begin(url)
    const role = `owns_nothing_${process.pid}`
    await run(url, `create role ${role} login`)
    await expectRejected(
      Object.assign(new URL(url), { username: role }).href,
      /permission denied for table kysely_migration.* --no-owner --role=USER, or .*OWNER TO USER/,
    )
    await run(url, `drop role ${role}`)
  })

  test('warns if the system’s sorting rules are newer than the indexes', async () => {
    const url = await newDatabase()
    const aging = Object.assign(new URL(url), { pathname: `${new URL(url).pathname}_aging` }).href
    const name = new URL(aging).pathname.slice(1)
    onTestFinished(() => dropDatabase(aging))
    await run(url, `create database "${name}" locale_provider icu icu_locale 'en' template template0`)
    await run(url, `update pg_database set datcollversion = '0' where datname = '${name}'`)
    const db = openDatabase({ dataDir: '', databaseUrl: aging }, () => undefined)
    const warnings: unknown[] = []
    const log = { warn: (...parts: unknown[]) => warnings.push(parts.at(-1)) }
    await checkConnections({ config: { databaseUrl: aging }, db, log })
    await db.destroy()
    expect(warnings).toEqual([
      expect.stringMatching(`REINDEX DATABASE ${name}; ALTER DATABASE ${name} REFRESH`),
    ])
  })

  test('is rejected if the database belongs to another program, and leaves it unchanged', async () => {
    const url = await newDatabase()
    await run(url, 'create table invoices (id int)')
    await expectRejected(url, /^DATABASE_URL: .*another program \(it has a table invoices\)/)
    const tables = await run(url, "select relname from pg_class where relname ~ 'kysely|users|invoices'")
    expect(tables).toEqual([{ relname: 'invoices' }])
  })

  test('is rejected if the database can’t store all letters', async () => {
    const url = await newDatabase()
    const latin = Object.assign(new URL(url), { pathname: `${new URL(url).pathname}_latin` }).href
    const name = new URL(latin).pathname.slice(1)
    onTestFinished(() => dropDatabase(latin))
    await run(url, `create database "${name}" encoding 'LATIN1' locale 'C' template template0`)
    await expectRejected(latin, /^DATABASE_URL: .*LATIN1/)
  })

  test('is followed by one line when PostgreSQL ends idle connections, and by a new one for the next request', async () => {
    const url = await newDatabase()
    const reports: unknown[][] = []
    const db = openDatabase({ dataDir: '', databaseUrl: url }, (...report) => reports.push(report))
    await Promise.all(Array.from({ length: 5 }, () => sql`select pg_sleep(0.1)`.execute(db)))
    await run(
      url,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await expect
      .poll(() => reports, { timeout: 5_000 })
      .toEqual([[expect.stringMatching(/^the database ended idle connections \(terminating .*\): [2-5]$/)]])
    await sql`select 1`.execute(db)
    await db.destroy()
  })

  test('is followed by transactions that read what is committed, whatever the database’s default is', async () => {
    const url = await newDatabase()
    await set(url, 'default_transaction_isolation = serializable')
    const db = openDatabase({ dataDir: '', databaseUrl: url }, () => undefined)
    const { rows } = await db
      .transaction()
      .execute(tx => sql`select current_setting('transaction_isolation') as level`.execute(tx))
    expect(rows).toEqual([{ level: 'read committed' }])
    await db.destroy()
  })
})

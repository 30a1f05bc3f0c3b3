// On both engines: dialect, locks.
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startApp } from '#tests/support/start-app.ts'
import { isRefused, isUnavailable, isUnstorableText } from './dialect.ts'

const withCode = (code: string) => Object.assign(new Error('It failed'), { code })

test.each([
  ['the server is shutting down', '57P01'],
  ['the server is starting', '57P03'],
  ['a statement took too long, such as behind a lock', '57014'],
  ['a lock could not be acquired', '55P03'],
  ['a transaction was idle too long', '25P03'],
  ['too many connections', '53300'],
  ['the disk is full', '53100'],
  ['transaction numbers are running out, so nothing is written until a VACUUM', '54000'],
  ['a deadlock', '40P01'],
  ['nothing listens on the port', 'ECONNREFUSED'],
  ['the machine is off', 'EHOSTUNREACH'],
  ['the network isn’t up yet', 'ENETUNREACH'],
  ['the host name can’t be resolved at the moment', 'EAI_AGAIN'],
  ['another process writes', 'SQLITE_BUSY'],
  ['the disk of the file is full', 'SQLITE_FULL'],
  ['the disk has become read-only', 'SQLITE_READONLY'],
])('%s: the caller may try again', (_name, code) => {
  expect(isUnavailable(withCode(code))).toBe(true)
})

test('PostgreSQL with a socket file is not running: the caller may try again', async () => {
  const pool = new pg.Pool({ host: '/nowhere' })
  expect(isUnavailable(await pool.query('select 1').catch(error => error))).toBe(true)
  expect(isUnavailable(withCode('ENOENT'))).toBe(false)
})

test.each([
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
])('%s: trying again may help', message => {
  expect(isUnavailable(new Error(message))).toBe(true)
})

test.each([
  ['a mistake in a statement', '42601'],
  ['a violated constraint', '23505'],
  ['a damaged file', 'SQLITE_CORRUPT'],
  ['no such table', 'SQLITE_ERROR'],
])('%s: trying again is useless', (_name, code) => {
  expect(isUnavailable(withCode(code))).toBe(false)
})

test.each([
  ['empty password returned by client', true],
  ['unsupported startup parameter: statement_timeout', true],
  ['whatever else a pooler says', true],
  ['server login failed: FATAL role "lunch" is not permitted to log in', true],
  ['server conn crashed?', false],
  ['server login has been failing, try again later (server_login_retry)', false],
  ['client_login_timeout (server down)', false],
  ['query_wait_timeout', false],
  ['connect failed', false],
  ['pgbouncer cannot connect to server', false],
  ['server DNS lookup failed', false],
  ['no more connections allowed (max_client_conn)', false],
])('a pooler’s “%s” is a refusal: %s', (message, expected) => {
  const answer = Object.assign(new Error(message), { code: '08P01', severity: 'FATAL' })
  expect(isRefused(answer)).toBe(expected)
})

test.runIf(process.env.ENGINE === 'postgres')(
  'PostgreSQL’s error for a NUL in a text is recognized',
  async () => {
    const { db } = await startApp()
    const error = await sql`select ${'a\0b'}::text`.execute(db).catch(reason => reason)
    expect(isUnstorableText(error)).toBe(true)
  },
)

// On both engines: dialect, locks.
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startApp } from '#tests/support/start-app.ts'
import { isRefused, isUnavailable, isUnstorableText } from './dialect.ts'

test.each([
  ['the server is shutting down', '57P01', true],
  ['the server is starting', '57P03', true],
  ['a statement took too long, such as behind a lock', '57014', true],
  ['a lock could not be acquired', '55P03', true],
  ['a transaction was idle too long', '25P03', true],
  ['too many connections', '53300', true],
  ['the disk is full', '53100', true],
  ['transaction numbers are running out, so nothing is written until a VACUUM', '54000', true],
  ['a deadlock', '40P01', true],
  ['nothing listens on the port', 'ECONNREFUSED', true],
  ['the machine is off', 'EHOSTUNREACH', true],
  ['the network isn’t up yet', 'ENETUNREACH', true],
  ['the host name can’t be resolved at the moment', 'EAI_AGAIN', true],
  ['another process writes', 'SQLITE_BUSY', true],
  ['the disk of the file is full', 'SQLITE_FULL', true],
  ['the disk has become read-only', 'SQLITE_READONLY', true],
  ['Connection terminated unexpectedly', '', true],
  ['Client has encountered a connection error and is not queryable', '', true],
  ['Client was closed and is not queryable', '', true],
  ['timeout exceeded when trying to connect', '', true],
  ['a mistake in a statement', '42601', false],
  ['a violated constraint', '23505', false],
  ['a damaged file', 'SQLITE_CORRUPT', false],
  ['no such table', 'SQLITE_ERROR', false],
])('%s (%s): the caller may try again: %s', (message, code, expected) => {
  expect(isUnavailable(Object.assign(new Error(message), code && { code }))).toBe(expected)
})

test('PostgreSQL with a socket file is not running: the caller may try again', async () => {
  const pool = new pg.Pool({ host: '/nowhere' })
  expect(isUnavailable(await pool.query('select 1').catch(error => error))).toBe(true)
  expect(isUnavailable(Object.assign(new Error('It failed'), { code: 'ENOENT' }))).toBe(false)
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

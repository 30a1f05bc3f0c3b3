// On one engine: HTTP.
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Yelp } from '#features/imports/server/yelp/yelp.ts'
import { searchYelp } from '#features/imports/yelp-contract.ts'
import { startApp } from '#tests/support/start-app.ts'

const inside = 'SQLITE_IOERR: select * from users at /srv/app/server/x.ts:12'

test.each([
  ['an error', new Error(inside)],
  [
    'an error that claims to be a rejection',
    Object.assign(new Error(inside), { status: 400, statusCode: 500 }),
  ],
  ['a string', inside],
])(
  'if a part of the server throws %s, the reply is a plain 500 with the security headers and the id of its log line [T-112 T-116]',
  async (_what, thrown) => {
    const search = () => Promise.reject(thrown)
    const broken = await startApp({ YELP_API_KEY: 'key' }, { yelp: { search } as unknown as Yelp })
    const admin = broken.as(await broken.admin())
    const reply = await admin.call(searchYelp, { query: { campusCode: 'arden' } })
    const { status, code, error, headers } = reply
    expect([status, code, error]).toEqual([500, 'internal_error', { message: 'Internal server error' }])
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'self';.*frame-ancestors 'none'$/)
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  },
)

test('while another program has locked the database, the reply is a 503 with a clear message [T-116]', async () => {
  const locked = await startApp()
  await sql`pragma busy_timeout = 50`.execute(locked.db)
  const other = new SqliteDatabase(join(locked.dataDir, 'common-table.db'))
  onTestFinished(() => void other.close())
  other.exec('begin immediate')
  const nobody = { email: 'nobody@example.org' }
  const reply = await locked.signIn(nobody, 'wrong password')
  const message = 'The database is not available right now. Please try again in a moment.'
  expect([reply.status, reply.error]).toEqual([503, { message }])
  other.exec('rollback')
  expect((await locked.signIn(nobody, 'wrong password')).status).toBe(401)
})

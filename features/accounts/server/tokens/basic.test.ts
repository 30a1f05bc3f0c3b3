import { expect, test } from 'vitest'
import { basic } from '#tests/support/calls/caller.ts'
import { testPassword } from '#tests/support/people/people.ts'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp()

const viewer = (headers: Record<string, string>) => app.as(null).fetch('/api/user', { headers })
const status = async (headers: Record<string, string>) => (await viewer(headers)).status

test('a call with correct credentials in the header is signed in without a session [T-25]', async () => {
  const ana = await app.user({ firstName: 'Ana' })
  const reply = await viewer(basic(ana.email.toUpperCase(), testPassword))
  expect(reply.status).toBe(200)
  expect(await reply.json()).toMatchObject({ id: ana.id, firstName: 'Ana' })
  expect(reply.headers.getSetCookie()).toEqual([])
  expect(await app.db.selectFrom('sessions').selectAll().where('userId', '=', ana.id).execute()).toEqual([])
})

test('credentials that are wrong, unverified or disabled are a 401 that makes no browser ask for a password [T-25]', async () => {
  const reply = await viewer(basic((await app.user()).email, 'wrong'))
  expect(reply.status).toBe(401)
  expect(reply.headers.has('www-authenticate')).toBe(false)
  expect(await status(basic((await app.user({ isVerified: false })).email, testPassword))).toBe(401)
  expect(await status(basic((await app.user({ canLogin: false })).email, testPassword))).toBe(401)
})

test.each(['Basic', 'Basic !!!', 'Basic YWJj', `Basic ${'QUFB'.repeat(2000)}`])(
  'a header without credentials (%.20s) is a 401 and does not count as a failure [T-25]',
  async authorization => {
    const before = await app.db.selectFrom('throttles').selectAll().execute()
    expect(await status({ authorization })).toBe(401)
    expect(await app.db.selectFrom('throttles').selectAll().execute()).toEqual(before)
  },
)

test('a valid cookie wins over the header, whatever the header says', async () => {
  const [ana, ben] = [await app.user(), await app.user()]
  for (let i = 0; i < 7; i++) {
    const reply = await app.as(ana).fetch('/api/user', { headers: basic(ben.email, 'wrong') })
    expect(await reply.json()).toMatchObject({ id: ana.id })
  }
  expect(await status(basic(ben.email, testPassword))).toBe(200)
})

test('calls that are open to everyone ignore a wrong header', async () => {
  const reply = await app.as(null).fetch('/api/campuses', { headers: basic('nobody@example.org', 'wrong') })
  expect(reply.status).toBe(200)
})

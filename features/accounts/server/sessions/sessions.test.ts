import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { logout } from '#kit/contract/logout.ts'
import { cookieOf } from '#tests/support/calls/caller.ts'
import { testPassword } from '#tests/support/people/people.ts'
import { startApp } from '#tests/support/start-app.ts'
import { hashPassword } from '../password/passwords.ts'
import { hashToken } from '../tokens/tokens.ts'

const app = await startApp()
const visitor = app.as(null)

const statusWith = async (cookie: string) =>
  (await visitor.fetch('/api/user', { headers: { cookie } })).status

test('the session endpoint tells public pages who is signed in, without an error if no one is', async () => {
  const ana = await app.user({ firstName: 'Ana' })
  const sessionOf = async (headers = {}) => {
    const reply = await visitor.fetch('/api/session', { headers })
    const { user } = (await reply.json()) as { user: unknown }
    return [reply.status, user]
  }
  expect(await sessionOf()).toEqual([200, null])
  expect(await sessionOf({ cookie: 'session=unknown' })).toEqual([200, null])
  const cookie = cookieOf(await app.signIn(ana))
  expect(await sessionOf({ cookie })).toEqual([
    200,
    expect.objectContaining({ id: ana.id, firstName: 'Ana' }),
  ])
  // GET /api/user still rejects visitors, as specified.
  expect(await statusWith('')).toBe(401)
})

test('the cookie identifies the user after signing in and is worthless after signing out [T-14]', async () => {
  const ana = await app.user({ firstName: 'Ana' })
  const signedIn = await app.signIn(ana)
  expect(signedIn.status).toBe(200)
  expect(signedIn.body).toMatchObject({ id: ana.id, firstName: 'Ana', role: 'user', isAdmin: false })
  expect(signedIn.body).not.toHaveProperty('passwordHash')

  const cookie = cookieOf(signedIn)
  expect(await statusWith(cookie)).toBe(200)
  const out = await visitor.fetch('/api/logout', { method: 'POST', headers: { cookie } })
  expect(out.status).toBe(204)
  expect(out.headers.get('clear-site-data')).toBe('"cache"')
  expect(out.headers.getSetCookie().map(text => text.split(';')[0])).toEqual(['session=', 'viewer='])
  expect(await statusWith(cookie)).toBe(401)
  expect((await visitor.call(logout)).status).toBe(204)
})

test('at sign-in, the email’s case, spaces around it and invisible characters don’t matter; the password must match exactly [T-10]', async () => {
  const ana = await app.user({
    email: 'ana.case@example.org',
    passwordHash: await hashPassword(' Lunch at 12 '),
  })
  const status = async (email: string, password: string) => (await app.signIn({ email }, password)).status
  for (const email of ['  ANA.Case@Example.ORG ', '\u202A\uFEFFana.case\u200B@example.org\u00AD\u202C'])
    expect(await status(email, ' Lunch at 12 ')).toBe(200)
  expect(await status(ana.email, 'Lunch at 12')).toBe(401)
  expect(await status(ana.email, ' lunch at 12 ')).toBe(401)
})

test('every character of a long password counts [T-10]', async () => {
  const start = 'a'.repeat(72)
  const ana = await app.user({ passwordHash: await hashPassword(`${start}${'b'.repeat(28)}`) })
  expect((await app.signIn(ana, `${start}${'c'.repeat(28)}`)).status).toBe(401)
  expect((await app.signIn(ana, `${start}${'b'.repeat(28)}`)).status).toBe(200)
  expect((await app.signIn(ana, 'x'.repeat(257))).status).toBe(400)
})

test('unknown emails and wrong passwords get the same response, also for unverified and disabled accounts [T-01]', async () => {
  const people = [
    { email: 'nobody.at.all@example.org' },
    await app.user(),
    await app.user({ isVerified: false }),
    await app.user({ canLogin: false }),
  ]
  const answers = []
  for (const person of people) {
    const { headers, ...answer } = await app.signIn(person, 'not the password')
    const varying = /^(date|x-request-id|x-ratelimit.*)$/
    answers.push({ ...answer, headers: [...headers].filter(([name]) => !varying.test(name)) })
  }
  const message = 'Invalid email or password'
  expect(answers[0]).toMatchObject({ status: 401, error: { message }, code: 'wrong_credentials' })
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

test('with the right password, an unverified or disabled account gets the reason but no session [T-01]', async () => {
  const fresh = await app.user({ isVerified: false })
  const rejected = await app.signIn(fresh)
  expect(rejected.status).toBe(403)
  expect(rejected.error).toMatchObject({ needsVerification: true, email: fresh.email })
  expect(rejected.headers.getSetCookie()).toEqual([])

  const disabled = await app.signIn(await app.user({ canLogin: false, isVerified: false }))
  expect(disabled.status).toBe(403)
  expect(disabled.error).toEqual({
    message: 'Your account has been disabled. Please contact your administrator.',
  })
  expect(disabled.headers.getSetCookie()).toEqual([])
})

test('each sign-in creates a new token, never adopts one, and ends the previous session [T-11]', async () => {
  const ana = await app.user()
  const planted = `session=${'A'.repeat(43)}`
  const again = (cookie: string) => app.signIn(ana, testPassword, { cookie })
  const first = cookieOf(await again(planted))
  expect(first).not.toBe(planted)
  expect(await statusWith(planted)).toBe(401)
  const second = cookieOf(await again(first))
  expect(second).not.toBe(first)
  expect(await statusWith(first)).toBe(401)
  expect(await statusWith(second)).toBe(200)
})

test('only a hash of the token is stored, and scripts and other sites cannot use the cookie [T-12 T-13 T-125]', async () => {
  const answer = await app.signIn(await app.user())
  const [setCookie = ''] = answer.headers.getSetCookie()
  expect(setCookie).toMatch(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  const token = cookieOf(answer).slice('session='.length)
  const stored = await app.db.selectFrom('sessions').select('tokenHash').execute()
  expect(stored.map(row => row.tokenHash)).toContain(hashToken(token))
  expect(stored.map(row => row.tokenHash)).not.toContain(token)
})

test('over HTTPS the cookie is Secure and bound to the host [T-13]', async () => {
  const secure = await startApp({ APP_URL: 'https://lunch.example.org' })
  const ana = await secure.user()
  const { headers } = await secure.signIn(ana)
  expect(headers.getSetCookie()[0]).toMatch(/^__Host-session=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
})

test('a session ends after two weeks without use, and after thirty days in any case [T-13]', async () => {
  const ana = await app.user()
  const idle = cookieOf(await app.signIn(ana))
  app.clock.advance({ days: 13 })
  expect(await statusWith(idle)).toBe(200)
  app.clock.advance({ days: 13 })
  expect(await statusWith(idle)).toBe(200)
  app.clock.advance({ days: 5 })
  expect(await statusWith(idle)).toBe(401)

  const unused = cookieOf(await app.signIn(ana))
  app.clock.advance({ days: 15 })
  expect(await statusWith(unused)).toBe(401)
})

test('a password hashed with weaker parameters is rehashed when its owner signs in [T-10]', async () => {
  const weak = await hash(testPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  const ana = await app.user({ passwordHash: weak })
  expect((await app.signIn(ana)).status).toBe(200)
  const { passwordHash } = await app.row('users', ana)
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await app.signIn(ana)).status).toBe(200)
})

test('the primary admin can sign in even if marked as unverified', async () => {
  const primary = await app.primary()
  await app.db.updateTable('users').set({ isVerified: false }).where('id', '=', primary.id).execute()
  const { status, body } = await app.signIn(primary, 'primary-password')
  expect(status).toBe(200)
  expect(body).toMatchObject({ isAdmin: true, isSuperUser: true, isPrimaryAdmin: true })
})

test('a clock one month ahead ends old sessions but allows new ones, and its correction locks no one out [D-15]', async () => {
  const [ana, ben] = [await app.user(), await app.user()]
  const before = cookieOf(await app.signIn(ana))
  expect(await statusWith(before)).toBe(200)

  app.clock.advance({ days: 31 })
  expect(await statusWith(before)).toBe(401)
  const ahead = cookieOf(await app.signIn(ana))
  expect(await statusWith(ahead)).toBe(200)

  app.clock.advance({ days: -31 })
  expect(await statusWith(ahead)).toBe(200)
  for (const person of [ana, ben]) expect(await statusWith(cookieOf(await app.signIn(person)))).toBe(200)
})

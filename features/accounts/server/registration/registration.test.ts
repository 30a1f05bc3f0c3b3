import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import type { Row } from '#kit/server/database/schema.ts'
import { newcomer } from '#tests/support/people/newcomer.ts'
import { startApp } from '#tests/support/start-app.ts'
import { register, resendVerification, verifyEmail } from '../../contract.ts'

const app = await startApp()
const visitor = app.as(null)

const userRows = () => app.db.selectFrom('users').selectAll().orderBy('id').execute()

// What else a form may not choose is tried at every call in tests/api/fields.test.ts.
test('a visitor registers, with nothing but the form’s fields, follows the mailed link, and signs in [T-24]', async () => {
  const chosen = {
    isVerified: true,
    canLogin: false,
    imageHash: 'abc',
    profileImageUrl: 'javascript:alert(1)',
  }
  const body = newcomer({ firstName: ' Nora ', email: ' Nora.First@Example.ORG ', ...chosen })
  const reply = await visitor.call(register, { body })
  expect(reply.status).toBe(201)
  expect(reply.body).toMatchObject({
    firstName: 'Nora',
    email: 'nora.first@example.org',
    username: 'nora.first',
    role: 'user',
    isVerified: false,
    canLogin: true,
    profileImageUrl: null,
  })
  expect(reply.headers.getSetCookie()).toEqual([])
  const nora = { email: 'nora.first@example.org' }
  expect((await app.signIn(nora, body.password)).error).toMatchObject({ needsVerification: true })

  const [mail] = await app.mailsTo(nora)
  expect(mail?.to).toBe('"Nora Newcomer" <nora.first@example.org>')
  expect(mail?.subject).toBe('Verify your email address for Common Table')
  expect(mail?.text).toContain(`${app.deps.config.appUrl}/verify-email?token=${mail?.token}`)
  const verified = await visitor.call(verifyEmail, { query: { token: mail?.token ?? '' } })
  expect(verified.status).toBe(200)
  expect(verified.headers.getSetCookie()).toEqual([])
  expect((await app.signIn(nora, body.password)).status).toBe(200)
})

test('a taken email is 409 whatever its case, and the second registration stores and mails nothing [T-03]', async () => {
  const first = newcomer()
  await visitor.call(register, { body: first })
  const rows = await userRows()
  const mails = await app.mails()
  const again = await visitor.call(register, {
    body: newcomer({ firstName: 'Mallory', email: first.email.toUpperCase(), password: 'another one' }),
  })
  expect(again.status).toBe(409)
  expect(again.message).toBe('An account with this email already exists')
  expect(await userRows()).toEqual(rows)
  expect(await app.mails()).toHaveLength(mails.length)
})

test('usernames come from the email and are numbered when taken; a requested one is used as is or rejected', async () => {
  const fresh = await startApp()
  await fresh.set('domain_whitelist', 'example.org\nexample.com')
  const nameFor = async (fields: Record<string, unknown>) => {
    const { body, message } = await fresh.as(null).call(register, { body: newcomer(fields) })
    return body.username ?? message
  }
  expect(await nameFor({ email: 'sam@example.org' })).toBe('sam')
  expect(await nameFor({ email: 'sam@example.com' })).toBe('sam2')
  expect(await nameFor({ email: 'max@example.com', username: 'Sam the Second' })).toBe('Sam the Second')
  expect(await nameFor({ email: 'kim@example.com', username: 'sam' })).toBe('This username is already taken')
})

test.each([
  ['u@evilexample.org', 'Email must be a @example.org address'],
  ['u@example.org@evil.test', 'Please enter a valid email address'],
  ['u@exаmple.org', 'Email must be a @example.org address'],
  ['u@example.org.', 'Please enter a valid email address'],
  ['"a b"@example.org', 'Please enter a valid email address'],
  ['a@example.org,b@evil.test', 'Please enter a valid email address'],
  ['a@example.org\nBcc: b@evil.test', 'Please enter a valid email address'],
])('the address %j is rejected [T-21 T-22]', async (email, message) => {
  const reply = await visitor.call(register, { body: newcomer({ email }) })
  expect(reply.status).toBe(400)
  expect(reply.error.errors).toEqual([{ path: 'email', message }])
})

const unverified = () => app.user({ isVerified: false })
const resend = (email: string) => visitor.call(resendVerification, { body: { email } })
const visit = (token: string) => visitor.call(verifyEmail, { query: { token } })
const isVerified = async (user: Row<'users'>) => (await app.row('users', user)).isVerified

async function mailedToken(user: Row<'users'>): Promise<string> {
  await resend(user.email)
  return app.tokenMailedTo(user)
}

test('the first visit verifies; later ones get the same reply, start no session, and never verify again [D-15 T-16 T-18 T-111]', async () => {
  const nora = await unverified()
  const token = await mailedToken(nora)
  expect(await isVerified(nora)).toBe(false)
  const first = await visit(token)
  expect(first.status).toBe(200)
  expect(await isVerified(nora)).toBe(true)
  await app.db.updateTable('users').set({ isVerified: false }).where('id', '=', nora.id).execute()
  // Not even when the clock is set back.
  for (const hours of [-1, 1]) {
    app.clock.advance({ hours })
    const later = await visit(token)
    expect([later.status, later.body, later.headers.getSetCookie()]).toEqual([200, first.body, []])
    expect(await isVerified(nora)).toBe(false)
  }
})

test.each(['x', 'A'.repeat(43), 'B'.repeat(10_000), "' or 1=1 --", '%00'])(
  'a made-up token (%.12s) is rejected [T-16 T-121]',
  async token => {
    const message = 'This verification link is not valid. Please request a new verification email.'
    expect(await visit(token)).toMatchObject({ status: 400, message })
  },
)

test('one address gets at most five mails a day [T-19]', async () => {
  const nora = await unverified()
  for (let i = 0; i < 8; i++) {
    expect((await resend(nora.email)).status).toBe(200)
    expect(await app.mailsTo(nora)).toHaveLength(Math.min(i + 1, 5))
    app.clock.advance({ minutes: 3 })
  }
  app.clock.advance({ days: 1 })
  await resend(nora.email)
  expect(await app.mailsTo(nora)).toHaveLength(6)
})

test.each([
  ['the headers say', '/api/verification/resend'],
  ['the request line says, too', 'http://evil.test/api/verification/resend'],
])('links use the configured address, whatever %s [T-20]', async (_what, target) => {
  const nora = await unverified()
  const headers = {
    host: 'evil.test',
    'x-forwarded-host': 'evil.test',
    forwarded: 'host=evil.test',
    'content-type': 'application/json',
  }
  const sent = request(app.origin, { method: 'POST', path: target, headers })
  sent.end(JSON.stringify({ email: nora.email }))
  await once(sent, 'response')
  const mails = await app.mailsTo(nora)
  for (const mail of mails) {
    expect(mail.text).toContain(`${app.deps.config.appUrl}/verify-email?token=`)
    expect(mail.source).not.toContain('evil.test')
  }
  // A request line with a host may be rejected, but must not be trusted.
  if (target.startsWith('/')) expect(mails).toHaveLength(1)
})

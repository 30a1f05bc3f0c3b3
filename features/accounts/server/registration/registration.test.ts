import { expect, test } from 'vitest'
import { newcomer } from '#tests/support/people/newcomer.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { register, verifyEmail } from '../../contract.ts'

const app = await startApp()
const visitor = app.as(null)

const userRows = (at: TestApp = app) => at.db.selectFrom('users').selectAll().orderBy('id').execute()

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

test('the whitelist decides which domains may register [T-22]', async () => {
  const listed = await startApp()
  const tell = async (email: string) => {
    const { status, message } = await listed.as(null).call(register, { body: newcomer({ email }) })
    return message ?? status
  }
  await listed.set('domain_whitelist', 'Church.example\n\n  staff.example  \n')
  expect(await tell('a@church.example')).toBe(201)
  expect(await tell('a@STAFF.example')).toBe(201)
  expect(await tell('a@example.org')).toBe(
    'Email must be one of the following: @church.example, @staff.example address',
  )
})

test('a client that probes for accounts by registering is stopped; others are not [T-03]', async () => {
  const watched = await startApp({ TRUST_PROXY: '127.0.0.1' })
  const known = await watched.user()
  const from = async (address: string, email: string) => {
    const body = newcomer({ email })
    return (await watched.as(null).call(register, { body }, { 'x-forwarded-for': address })).status
  }
  const seen: number[] = []
  for (let i = 0; i < 30; i++) seen.push(await from('192.0.2.1', known.email))
  expect(new Set(seen)).toEqual(new Set([409, 429]))
  expect(seen.at(-1)).toBe(429)
  expect(await from('192.0.2.2', known.email)).toBe(409)
  expect(await from('192.0.2.2', 'really.new@example.org')).toBe(201)
})

test('sixty registrations from one address succeed, as on a campus’s first morning; a flood is stopped [T-05 T-09]', async () => {
  const busy = await startApp()
  const attempt = async () => (await busy.as(null).call(register, { body: newcomer() })).status
  expect(await attempt()).toBe(201)
  // Sixty registrations would take a while: set the counter instead.
  await busy.db.updateTable('throttles').set({ failures: 58 }).where('failures', '=', 1).execute()
  expect([await attempt(), await attempt(), await attempt()]).toEqual([201, 201, 429])
  expect(await userRows(busy)).toHaveLength(4)

  // The rest is rejected before hashing, so a flood doesn't use up the hashing that signing in needs.
  expect(await Promise.all(Array.from({ length: 60 }, attempt))).toEqual(Array(60).fill(429))
})

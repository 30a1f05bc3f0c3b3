import { expect, test } from 'vitest'
import { newcomer } from '#tests/support/people/newcomer.ts'
import { startApp } from '#tests/support/start-app.ts'
import { register, verifyEmail } from '../../contract.ts'

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

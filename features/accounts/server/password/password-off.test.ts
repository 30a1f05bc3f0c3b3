import { expect, test } from 'vitest'
import { getPublicConfig } from '#kit/contract/public-config.ts'
import { basic } from '#tests/support/calls/caller.ts'
import { passkeysOf } from '#tests/support/calls/passkey-client.ts'
import { primaryPassword } from '#tests/support/databases/migrated-database.ts'
import { newcomer } from '#tests/support/people/newcomer.ts'
import { testPassword } from '#tests/support/people/people.ts'
import { startApp } from '#tests/support/start-app.ts'
import { confirmPasswordReset, register, requestPasswordReset } from '../../contract.ts'
import { addPasskeyOptions } from '../../passkeys-contract.ts'
import { createToken, hashToken } from '../tokens/tokens.ts'

/* PASSWORD_SIGN_IN=off: only the primary admin can use a password. */

const app = await startApp({
  PASSWORD_SIGN_IN: 'off',
  OIDC_ISSUER: 'https://accounts.example.org',
  OIDC_CLIENT_ID: 'common-table',
  OIDC_CLIENT_SECRET: 'secret',
})
const visitor = app.as(null)
const ana = await app.superUser()
const primary = await app.primary()
const rejection = 'Passwords are turned off here. Please sign in with your organization’s account.'

const signIn = async (email: string, password: string) => {
  const { status, message } = await app.signIn({ email }, password)
  return [status, message]
}
const byHeader = async (email: string, password: string) =>
  (await visitor.fetch('/api/user', { headers: basic(email, password) })).status

test('only the primary admin can sign in with a password, as the public configuration says [T-172]', async () => {
  const shown = { oidcLabel: 'your organization', passwordSignIn: false }
  expect((await visitor.call(getPublicConfig)).body).toMatchObject(shown)
  expect(await signIn(ana.email, testPassword)).toEqual([403, rejection])
  // The error is the same for a wrong password and for an unknown account.
  expect(await signIn(ana.email, 'wrong')).toEqual([403, rejection])
  expect(await signIn('nobody@example.org', 'wrong')).toEqual([403, rejection])
  expect(await signIn(primary.email, 'wrong')).toEqual([401, 'Invalid email or password'])
  expect(await signIn(primary.email, primaryPassword)).toEqual([200, undefined])
  expect(await byHeader(ana.email, testPassword)).toBe(401)
  expect(await byHeader(primary.email, primaryPassword)).toBe(200)
})

test('registering with a password is rejected [T-172]', async () => {
  const reply = await visitor.call(register, { body: newcomer() })
  expect(reply).toMatchObject({ status: 403, message: rejection })
})

test('only the primary admin can reset a password, even with a link that was mailed earlier [T-172]', async () => {
  const ask = async (email: string) => {
    const { status, message } = await visitor.call(requestPasswordReset, { body: { email } })
    return status === 200 ? status : message
  }
  expect(await ask(ana.email)).toBe(rejection)
  expect(await ask('nobody@example.org')).toBe(rejection)
  expect(await ask(primary.email)).toBe(200)

  const confirm = async ({ id, email }: { id: number; email: string }) => {
    const token = createToken()
    const expiresAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    const tokenHash = hashToken(token)
    await app.insert('mailTokens', { tokenHash, purpose: 'password-reset', userId: id, email, expiresAt })
    const body = { token, newPassword: 'a new password', confirmPassword: 'a new password' }
    const { status, message } = await visitor.call(confirmPasswordReset, { body })
    return status === 200 ? status : message
  }
  expect(await confirm(ana)).toBe(rejection)
  expect(await confirm(primary)).toBe(200)
  expect(await signIn(primary.email, 'a new password')).toEqual([200, undefined])
})

test('sessions and passkeys keep working, and a password is no longer accepted as proof for adding one', async () => {
  const { passkeyFor, signInWith, signInOptions } = passkeysOf(app)
  const ben = await app.user()
  const { device } = await passkeyFor(ben)
  expect((await signInWith(device)).status).toBe(200)
  const caller = app.as(ben)
  expect((await caller.fetch('/api/user')).status).toBe(200)
  app.clock.advance({ minutes: 11 })
  expect(await caller.call(addPasskeyOptions, { body: { password: testPassword } })).toMatchObject({
    status: 403,
    message: rejection,
  })
  const passkey = device.use(await signInOptions())
  expect((await caller.call(addPasskeyOptions, { body: { passkey } })).status).toBe(200)
})

test('without an issuer, single sign-on is rejected with a clear message', async () => {
  const plain = await startApp()
  const error = { message: 'Single sign-on is not set up here.', code: 'not_found' }
  for (const path of ['start', 'callback?code=x&state=y']) {
    const reply = await plain.as(null).fetch(`/api/oidc/${path}`)
    expect([reply.status, await reply.json()]).toEqual([404, error])
  }
  expect((await plain.as(null).call(getPublicConfig)).body).toMatchObject({
    oidcLabel: null,
    passwordSignIn: true,
  })
})

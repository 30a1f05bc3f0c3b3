import { expect, test } from 'vitest'
import { createCalendar } from '#features/lunches/calendar-contract.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { passkeysOf } from '#tests/support/calls/passkey-client.ts'
import { testPassword } from '#tests/support/people/people.ts'
import { startApp } from '#tests/support/start-app.ts'
import {
  confirmPasswordReset,
  requestPasswordReset,
  resendVerification,
  updateProfile,
} from '../../contract.ts'

const app = await startApp()
const visitor = app.as(null)
const { passkeyFor, signIn: signInBy, signInOptions } = passkeysOf(app)

const request = (email: string) => visitor.call(requestPasswordReset, { body: { email } })
const confirm = (token: string, newPassword = 'a new password', confirmPassword = newPassword) =>
  visitor.call(confirmPasswordReset, { body: { token, newPassword, confirmPassword } })
const signIn = async (user: Row<'users'>, password: string) => (await app.signIn(user, password)).status

async function mailedToken(user: Row<'users'>): Promise<string> {
  await request(user.email)
  return app.tokenMailedTo(user)
}

test('the mailed link sets a new password, ends all sessions and verifies the address, but only once [D-15 T-16]', async () => {
  const ana = await app.user({ isVerified: false })
  const open = app.as(ana)
  expect((await open.fetch('/api/user')).status).toBe(200)
  const token = await mailedToken(ana)
  const [mail] = await app.mailsTo(ana)
  expect(mail?.text).toContain(`${app.deps.config.appUrl}/reset-password?token=${token}`)

  const done = await confirm(token)
  expect(done.status).toBe(200)
  expect(done.headers.getSetCookie()).toEqual([])
  expect((await open.fetch('/api/user')).status).toBe(401)
  expect(await signIn(ana, testPassword)).toBe(401)
  expect(await signIn(ana, 'a new password')).toBe(200)
  expect((await app.mailsTo(ana)).at(-1)?.subject).toBe('Your Common Table password was changed')

  for (const hours of [-1, 1]) {
    app.clock.advance({ hours })
    expect((await confirm(token, 'another password')).status).toBe(400)
  }
  expect(await signIn(ana, 'another password')).toBe(401)
})

test('resetting the password of an unverified account removes every other way into it [T-161]', async () => {
  const mallory = await app.user()
  const { device } = await passkeyFor(mallory)
  await app.as(mallory).call(createCalendar)
  await app.db
    .insertInto('issuerLinks')
    .values({ issuer: 'https://id.example.org', subject: 'mallory', userId: mallory.id, createdAt: '' })
    .execute()
  const email = 'ana.whose.address.it.is@example.org'
  const { status } = await app.as(mallory).call(updateProfile, {
    ...idParams(mallory),
    body: { ...mallory, email, diets: [] },
  })
  expect(status).toBe(200)

  const ana = { ...mallory, email }
  app.clock.advance({ minutes: 3 })
  await confirm(await mailedToken(ana))
  expect(await signIn(ana, 'a new password')).toBe(200)
  expect((await signInBy(device.use(await signInOptions()))).status).toBe(401)
  for (const table of ['passkeys', 'calendarFeeds', 'issuerLinks'] as const)
    expect(await app.db.selectFrom(table).selectAll().where('userId', '=', ana.id).execute()).toEqual([])
  expect((await app.mailsTo(ana)).at(-1)?.text).not.toContain('passkeys')
})

test('a reset link works for an hour, and an expired one stays so when the clock is set back [D-15 T-16]', async () => {
  const ana = await app.user()
  const token = await mailedToken(ana)
  app.clock.advance({ minutes: 61 })
  const late = await confirm(token)
  expect(late.status).toBe(410)
  expect(late.error).toMatchObject({ expired: true })
  app.clock.advance({ minutes: -1 })
  expect((await confirm(token)).status).toBe(410)
  expect(await signIn(ana, testPassword)).toBe(200)
})

test('a newer reset link or a change of address invalidates earlier links', async () => {
  const ana = await app.user()
  const first = await mailedToken(ana)
  app.clock.advance({ minutes: 3 })
  const second = await mailedToken(ana)
  expect((await confirm(first)).status).toBe(400)
  await app.db.updateTable('users').set({ email: 'moved@example.org' }).where('id', '=', ana.id).execute()
  expect((await confirm(second)).status).toBe(400)
})

test('a verification link cannot set a password [T-16]', async () => {
  const ana = await app.user({ isVerified: false })
  await visitor.call(resendVerification, { body: { email: ana.email } })
  const token = (await app.mailsTo(ana))[0]?.token ?? ''
  expect((await confirm(token)).status).toBe(400)
})

test('password reset requests for known and unknown addresses get the same response [T-03]', async () => {
  const ana = await app.user()
  const known = await request(ana.email)
  const unknown = await request('nobody.at.all@example.org')
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  expect(await app.mailsTo({ email: 'nobody.at.all@example.org' })).toEqual([])
})

test('ten password reset requests in a row send one mail [T-19]', async () => {
  const ana = await app.user()
  for (let i = 0; i < 10; i++) expect((await request(ana.email)).status).toBe(200)
  expect(await app.mailsTo(ana)).toHaveLength(1)
})

test('a new password must be entered twice alike', async () => {
  const reply = await confirm('some token', 'good enough', 'other one')
  expect(reply.status).toBe(400)
  expect(reply.error.errors).toEqual([{ path: 'confirmPassword', message: "New passwords don't match" }])
})

test('a disabled account cannot sign in with its new password', async () => {
  const ana = await app.user({ canLogin: false })
  await confirm(await mailedToken(ana))
  expect(await signIn(ana, 'a new password')).toBe(403)
})

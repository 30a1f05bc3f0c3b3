import { expect, test } from 'vitest'
import { createCalendar } from '#features/lunches/calendar-contract.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { passkeysOf } from '#tests/support/calls/passkey-client.ts'
import { testPassword } from '#tests/support/people/people.ts'
import { startApp } from '#tests/support/start-app.ts'
import { confirmPasswordReset, requestPasswordReset, updateProfile } from '../../contract.ts'

const app = await startApp()
const visitor = app.as(null)
const { passkeyFor, signIn: signInBy, signInOptions } = passkeysOf(app)

const confirm = (token: string, newPassword = 'a new password', confirmPassword = newPassword) =>
  visitor.call(confirmPasswordReset, { body: { token, newPassword, confirmPassword } })
const signIn = async (user: Row<'users'>, password: string) => (await app.signIn(user, password)).status

async function mailedToken(user: Row<'users'>): Promise<string> {
  await visitor.call(requestPasswordReset, { body: { email: user.email } })
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
  await app.insert('issuerLinks', { userId: mallory.id })
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

test('a disabled account cannot sign in with its new password', async () => {
  const ana = await app.user({ canLogin: false })
  await confirm(await mailedToken(ana))
  expect(await signIn(ana, 'a new password')).toBe(403)
})

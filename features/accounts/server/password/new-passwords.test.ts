import { expect, test } from 'vitest'
import { logout } from '#kit/contract/logout.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { cookieOf, idParams } from '#tests/support/calls/caller.ts'
import { testPassword } from '#tests/support/people/people.ts'
import { startApp } from '#tests/support/start-app.ts'
import { changePassword, confirmPasswordReset, requestPasswordReset } from '../../contract.ts'

const app = await startApp()
const visitor = app.as(null)

/** Chosen by the mailed link, or by who knows the current one. */
const [newPassword, confirmPassword] = ['a new password', 'a new password']
const confirm = (token: string) =>
  visitor.call(confirmPasswordReset, { body: { token, newPassword, confirmPassword } })
const form = (currentPassword = testPassword) => ({ currentPassword, newPassword, confirmPassword })
const change = (user: Row<'users'>, currentPassword?: string) =>
  app.as(user).call(changePassword, { ...idParams(user), body: form(currentPassword) })
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
    expect((await confirm(token)).status).toBe(400)
  }
})

test('a disabled account cannot sign in with its new password', async () => {
  const ana = await app.user({ canLogin: false })
  await confirm(await mailedToken(ana))
  expect(await signIn(ana, 'a new password')).toBe(403)
})

test('changing the password requires the current one, ends the other sessions and gives the current one a new cookie [T-11 T-15 T-37]', async () => {
  const ana = await app.user()
  const [phone, desk] = [cookieOf(await app.signIn(ana)), cookieOf(await app.signIn(ana))]
  const endSessionUrl = 'https://issuer.example.org/end?client_id=lunch'
  await app.db.updateTable('sessions').set({ endSessionUrl }).where('userId', '=', ana.id).execute()
  expect(await change(ana, 'wrong one')).toMatchObject({
    status: 400,
    message: 'Current password is incorrect',
  })
  const changed = await visitor.call(changePassword, { ...idParams(ana), body: form() }, { cookie: desk })
  expect([changed.status, changed.body]).toEqual([200, { message: 'Password changed' }])
  const rotated = cookieOf(changed)
  const replies = [phone, desk, rotated].map(cookie => visitor.fetch('/api/user', { headers: { cookie } }))
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([401, 401, 200])
  expect(await signIn(ana, testPassword)).toBe(401)
  expect(await signIn(ana, 'a new password')).toBe(200)
  const [mail] = await app.mailsTo(ana)
  expect(mail?.subject).toBe('Your Common Table password was changed')
  const out = await visitor.call(logout, {}, { cookie: rotated })
  expect([out.status, out.body], 'the issuer’s session ends, too').toEqual([200, { endSessionUrl }])
})

import { expect, test } from 'vitest'
import { logout } from '#kit/contract/logout.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { cookieOf } from '#tests/support/calls/caller.ts'
import { testPassword } from '#tests/support/people/people.ts'
import { startApp } from '#tests/support/start-app.ts'
import { changePassword, confirmPasswordReset, requestPasswordReset } from '../../contract.ts'

const app = await startApp()
const visitor = app.as(null)

const form = (fields: Record<string, unknown> = {}) => ({
  currentPassword: testPassword,
  newPassword: 'a better one',
  confirmPassword: 'a better one',
  ...fields,
})
const change = (user: Row<'users'>, fields?: Record<string, unknown>) =>
  app.as(user).call(changePassword, { params: { id: user.id }, body: form(fields) as never })
const signIn = async (user: Row<'users'>, password: string) => (await app.signIn(user, password)).status

test('changing the password ends the other sessions and gives the current one a new cookie [T-11 T-15]', async () => {
  const ana = await app.user()
  const [phone, desk] = [cookieOf(await app.signIn(ana)), cookieOf(await app.signIn(ana))]
  const endSessionUrl = 'https://issuer.example.org/end?client_id=lunch'
  await app.db.updateTable('sessions').set({ endSessionUrl }).where('userId', '=', ana.id).execute()
  const body = form()
  const changed = await visitor.call(changePassword, { params: { id: ana.id }, body }, { cookie: desk })
  expect([changed.status, changed.body]).toEqual([200, { message: 'Password changed' }])
  const rotated = cookieOf(changed)
  const replies = [phone, desk, rotated].map(cookie => visitor.fetch('/api/user', { headers: { cookie } }))
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([401, 401, 200])
  expect(await signIn(ana, testPassword)).toBe(401)
  expect(await signIn(ana, 'a better one')).toBe(200)
  const [mail] = await app.mailsTo(ana)
  expect(mail?.subject).toBe('Your Common Table password was changed')
  const out = await visitor.call(logout, {}, { cookie: rotated })
  expect([out.status, out.body], 'the issuer’s session ends, too').toEqual([200, { endSessionUrl }])
})

test('a wrong current password is 400; after five tries, this form and sign-in both return 429 [T-37]', async () => {
  const ana = await app.user()
  for (let i = 0; i < 5; i++) {
    const reply = await change(ana, { currentPassword: 'wrong one' })
    expect([reply.status, reply.message]).toEqual([400, 'Current password is incorrect'])
  }
  expect((await change(ana)).status).toBe(429)
  expect(await signIn(ana, testPassword)).toBe(429)
})

test('a password change invalidates reset links that were requested earlier', async () => {
  const ana = await app.user()
  await visitor.call(requestPasswordReset, { body: { email: ana.email } })
  const token = (await app.mailsTo(ana))[0]?.token ?? ''
  await change(ana)
  const body = { token, newPassword: 'thief was here', confirmPassword: 'thief was here' }
  expect((await visitor.call(confirmPasswordReset, { body })).status).toBe(400)
})

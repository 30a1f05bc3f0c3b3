import { expect, test } from 'vitest'
import { changePassword, confirmPasswordReset, requestPasswordReset } from '#contract/accounts.ts'
import { login } from '#contract/sessions.ts'
import type { UserRow } from '#server/database/schema.ts'
import { testPassword } from '#server/testing/people.ts'
import { startApp } from '#server/testing/start-app.ts'

const app = await startApp()
const visitor = app.as(null)

const form = (fields: Record<string, unknown> = {}) => ({
  currentPassword: testPassword,
  newPassword: 'a better one',
  confirmPassword: 'a better one',
  ...fields,
})
const change = (viewer: UserRow | null, id: number, fields?: Record<string, unknown>) =>
  app.as(viewer).call(changePassword, { params: { id: id }, body: form(fields) as never })
const signIn = async ({ email }: UserRow, password: string) =>
  (await visitor.call(login, { body: { email, password } })).status
const withCookie = (cookie: string, init: RequestInit = {}, path = '/api/user') =>
  visitor.fetch(path, { ...init, headers: { 'content-type': 'application/json', cookie } })

async function cookieOf(user: UserRow): Promise<string> {
  const { headers } = await visitor.call(login, { body: { email: user.email, password: testPassword } })
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

test('changing the password ends the other sessions and gives the current one a new cookie [T-11 T-15]', async () => {
  const ana = await app.user()
  const [phone, desk] = [await cookieOf(ana), await cookieOf(ana)]
  const endSessionUrl = 'https://issuer.example.org/end?client_id=lunch'
  await app.db.updateTable('sessions').set({ endSessionUrl }).where('userId', '=', ana.id).execute()
  const changed = await withCookie(
    desk,
    { method: 'PUT', body: JSON.stringify(form()) },
    `/api/user/${ana.id}/password`,
  )
  expect(changed.status).toBe(200)
  expect(await changed.json()).toEqual({ message: 'Password changed' })
  const rotated = changed.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const statuses = [phone, desk, rotated].map(async cookie => (await withCookie(cookie)).status)
  expect(await Promise.all(statuses)).toEqual([401, 401, 200])
  expect(await signIn(ana, testPassword)).toBe(401)
  expect(await signIn(ana, 'a better one')).toBe(200)
  const [mail] = (await app.mails()).filter(({ to }) => to.includes(`<${ana.email}>`))
  expect(mail?.subject).toBe('Your Common Table password was changed')
  const out = await visitor.fetch('/api/logout', { method: 'POST', headers: { cookie: rotated } })
  expect([out.status, await out.json()], 'the issuer’s session ends, too').toEqual([200, { endSessionUrl }])
})

test('a wrong current password is 400; after five tries, this form and sign-in both return 429 [T-37]', async () => {
  const ana = await app.user()
  for (let i = 0; i < 5; i++) {
    const reply = await change(ana, ana.id, { currentPassword: 'wrong one' })
    expect([reply.status, reply.message]).toEqual([400, 'Current password is incorrect'])
  }
  expect((await change(ana, ana.id)).status).toBe(429)
  expect(await signIn(ana, testPassword)).toBe(429)
})

test.each([
  [{ currentPassword: '' }, 'currentPassword', 'Current password is required'],
  [
    { newPassword: '12345', confirmPassword: '12345' },
    'newPassword',
    'Password must be at least 6 characters',
  ],
  [{ confirmPassword: '' }, 'confirmPassword', 'Confirm password is required'],
  [{ confirmPassword: 'another one' }, 'confirmPassword', "New passwords don't match"],
])('a password change with %j is rejected', async (fields, path, message) => {
  const ana = await app.user()
  const reply = await change(ana, ana.id, fields)
  expect(reply.status).toBe(400)
  expect(reply.error.errors).toContainEqual({ path, message })
  expect(await signIn(ana, testPassword)).toBe(200)
})

test('a password change invalidates reset links that were requested earlier', async () => {
  const ana = await app.user()
  await visitor.call(requestPasswordReset, { body: { email: ana.email } })
  const token = (await app.mails()).filter(({ to }) => to.includes(`<${ana.email}>`))[0]?.token ?? ''
  await change(ana, ana.id)
  const body = { token, newPassword: 'thief was here', confirmPassword: 'thief was here' }
  expect((await visitor.call(confirmPasswordReset, { body })).status).toBe(400)
})

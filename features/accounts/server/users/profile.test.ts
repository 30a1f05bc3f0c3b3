import { expect, test } from 'vitest'
import type { Row } from '#kit/server/database/schema.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { startApp } from '#tests/support/start-app.ts'
import { requestPasswordReset, updateProfile, verifyEmail } from '../../contract.ts'

const app = await startApp()

/** Saves the profile with these changes. */
const update = (user: Row<'users'>, changes: Record<string, unknown> = {}) => {
  const { firstName, lastName, email, campusCode, department } = user
  const body = { firstName, lastName, email, campusCode, department, ...changes }
  return app.as(user).call(updateProfile, { ...idParams(user), body })
}

test('a profile update changes name, campus and department, and ignores all other account fields [T-35]', async () => {
  const ana = await app.user()
  const chosen = { lastName: 'Sample-Stone', campusCode: 'concord', department: 'Finance' }
  const others = { role: 'super-user', isVerified: false, canLogin: false, passwordHash: 'x', imageHash: 'y' }
  const { status, body } = await update(ana, { firstName: ' Ana\u00a0\u00a0Lu ', ...chosen, ...others })
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: ana.id, firstName: 'Ana Lu', campusCode: 'concord', role: 'user' })
  expect(await app.row('users', ana)).toEqual({
    ...ana,
    firstName: 'Ana Lu',
    ...chosen,
    updatedAt: expect.any(String),
  })
  expect(await app.mailsTo(ana)).toEqual([])
})

test('a new address takes effect immediately but must be verified, and the old one is notified', async () => {
  const ana = await app.user({ firstName: 'Ana' })
  const old = app.as(ana)
  await old.fetch('/api/user')
  const { status, body } = await update(ana, { email: 'Ana.New@example.org' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ email: 'ana.new@example.org', isVerified: false })
  expect((await old.fetch('/api/user')).status).toBe(200)

  expect((await app.signIn(body)).error).toMatchObject({ needsVerification: true })
  const [link] = await app.mailsTo(body)
  const [notice] = await app.mailsTo(ana)
  expect(notice?.subject).toBe('Your Common Table email address was changed')
  expect(notice?.token).toBeNull()
  await app.as(null).call(verifyEmail, { query: { token: link?.token ?? '' } })
  expect((await app.signIn(body)).status).toBe(200)
})

test('a new address must be in an allowed domain; the current one is always accepted [T-22]', async () => {
  const ana = await app.user({ email: 'ana@elsewhere.example' })
  expect((await update(ana)).status).toBe(200)
  expect(await update(ana, { email: 'ana2@elsewhere.example' })).toMatchObject({
    status: 400,
    message: 'Email must be a @example.org address',
  })
  expect(await app.row('users', ana)).toEqual({ ...ana, updatedAt: expect.any(String) })
})

test('trying a taken address is 409 each time and uses up none of its owner’s mails [T-19]', async () => {
  const [ana, ben] = [await app.user(), await app.user()]
  for (let i = 0; i < 5; i += 1) {
    expect(await update(ana, { email: ben.email.toUpperCase() })).toMatchObject({
      status: 409,
      message: 'An account with this email already exists',
    })
    app.clock.advance({ minutes: 3 * (i % 2) })
  }
  await app.as(null).call(requestPasswordReset, { body: { email: ben.email } })
  expect(await app.mailsTo(ben)).toHaveLength(1)
})

test('changing the address back and forth does not flood a mailbox', async () => {
  const ana = await app.user()
  const change = async (email: string) => (await update(ana, { email })).status
  expect(await change('victim@example.org')).toBe(200)
  expect(await change(ana.email)).toBe(200)
  expect(await change('victim@example.org')).toBe(429)
  expect(await app.row('users', ana)).toMatchObject({ email: ana.email })
})

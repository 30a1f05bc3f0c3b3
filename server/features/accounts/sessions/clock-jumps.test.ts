import { expect, test } from 'vitest'
import {
  confirmPasswordReset,
  requestPasswordReset,
  resendVerification,
  verifyEmail,
} from '#contract/accounts.ts'
import { login } from '#contract/sessions.ts'
import type { UserRow } from '#server/database/schema.ts'
import { testPassword } from '#server/testing/people.ts'
import { startApp } from '#server/testing/start-app.ts'

const app = await startApp()
const visitor = app.as(null)

const mailedToken = async ({ email }: UserRow) =>
  (await app.mails()).findLast(mail => mail.to.includes(`<${email}>`))?.token ?? 'no mail'
const statusWith = async (cookie: string) =>
  (await visitor.fetch('/api/user', { headers: { cookie } })).status
const signIn = async ({ email }: UserRow, password = testPassword) => {
  const { status, headers } = await visitor.call(login, { body: { email, password } })
  return { status, cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

test('a used link does not work again when the clock is set back [D-15 T-16]', async () => {
  const ana = await app.user({ isVerified: false })
  await visitor.call(resendVerification, { body: { email: ana.email } })
  const verification = await mailedToken(ana)
  await visitor.call(verifyEmail, { query: { token: verification } })
  await visitor.call(requestPasswordReset, { body: { email: ana.email } })
  const reset = await mailedToken(ana)
  const confirm = (newPassword: string) =>
    visitor.call(confirmPasswordReset, {
      body: { token: reset, newPassword, confirmPassword: newPassword },
    })
  expect((await confirm('a new password')).status).toBe(200)
  await app.db.updateTable('users').set({ isVerified: false }).where('id', '=', ana.id).execute()

  app.clock.advance({ hours: -1 })
  expect((await confirm('another password')).status).toBe(400)
  expect((await signIn(ana, 'another password')).status).toBe(401)
  await visitor.call(verifyEmail, { query: { token: verification } })
  const { isVerified } = await app.db
    .selectFrom('users')
    .select('isVerified')
    .where('id', '=', ana.id)
    .executeTakeFirstOrThrow()
  expect(isVerified).toBe(false)
  app.clock.advance({ hours: 1 })
})

test('an expired link stays expired when the clock is set back by a minute [D-15 T-16]', async () => {
  const ana = await app.user()
  await visitor.call(requestPasswordReset, { body: { email: ana.email } })
  const token = await mailedToken(ana)
  const confirm = () =>
    visitor.call(confirmPasswordReset, {
      body: { token, newPassword: 'a new password', confirmPassword: 'a new password' },
    })
  app.clock.advance({ minutes: 62 })
  expect((await confirm()).status).toBe(410)
  app.clock.advance({ minutes: -1 })
  expect((await confirm()).status).toBe(410)
})

test('a clock one month ahead ends old sessions but allows new ones, and its correction locks no one out [D-15]', async () => {
  const [ana, ben] = [await app.user(), await app.user()]
  const before = await signIn(ana)
  expect(await statusWith(before.cookie)).toBe(200)

  app.clock.advance({ days: 31 })
  expect(await statusWith(before.cookie)).toBe(401)
  const ahead = await signIn(ana)
  expect([ahead.status, await statusWith(ahead.cookie)]).toEqual([200, 200])

  app.clock.advance({ days: -31 })
  expect(await statusWith(ahead.cookie)).toBe(200)
  for (const person of [ana, ben]) {
    const now = await signIn(person)
    expect([now.status, await statusWith(now.cookie)]).toEqual([200, 200])
  }
})

import { describe, expect, test } from 'vitest'
import type { Row } from '#kit/server/database/schema.ts'
import { startApp } from '#tests/support/start-app.ts'
import {
  confirmPasswordReset,
  requestPasswordReset,
  resendVerification,
  verifyEmail,
} from '../../contract.ts'
import { hashToken } from './tokens.ts'

/* What holds for both kinds of mailed links: those that verify an address, and those that set a password. */

const app = await startApp()
const visitor = app.as(null)
const password = { newPassword: 'a new password', confirmPassword: 'a new password' }

const kinds = [
  {
    kind: 'verification',
    hours: 24,
    tooLate: 'This verification link has expired. Please request a new verification email.',
    ask: (email: string) => visitor.call(resendVerification, { body: { email } }),
    use: (token: string) => visitor.call(verifyEmail, { query: { token } }),
  },
  {
    kind: 'password-reset',
    hours: 1,
    tooLate: 'This link for a new password has expired. Please request a new one.',
    ask: (email: string) => visitor.call(requestPasswordReset, { body: { email } }),
    use: (token: string) => visitor.call(confirmPasswordReset, { body: { token, ...password } }),
  },
]

describe.each(kinds)('a link for $kind', ({ kind, hours, tooLate, ask, use }) => {
  const newcomer = () => app.user({ isVerified: false })
  const mailedTo = async (user: Row<'users'>) => {
    await ask(user.email)
    return app.tokenMailedTo(user)
  }

  test('expires, and the error says so [T-16]', async () => {
    const [ana, nora] = [await newcomer(), await newcomer()]
    const [inTime, token] = [await mailedTo(ana), await mailedTo(nora)]
    app.clock.advance({ hours: hours - 0.1 })
    expect((await use(inTime)).status).toBe(200)
    app.clock.advance({ hours: 0.2 })
    expect(await use(token)).toMatchObject({ status: 410, error: { message: tooLate, expired: true } })
    expect(await app.row('users', nora)).toEqual(nora)
  })

  test('is invalid after a newer one, after a change of address, and for anything else [T-16]', async () => {
    const nora = await newcomer()
    const older = await mailedTo(nora)
    app.clock.advance({ minutes: 3 })
    const newer = await mailedTo(nora)
    for (const other of kinds) expect((await other.use(other.kind === kind ? older : newer)).status).toBe(400)
    await app.db
      .updateTable('users')
      .set({ email: `moved.${nora.email}` })
      .where('id', '=', nora.id)
      .execute()
    expect((await use(newer)).status).toBe(400)
    expect(await app.row('users', nora)).toEqual({ ...nora, email: `moved.${nora.email}` })
  })

  test('is only in the mail; the database has its hash [T-12]', async () => {
    const nora = await newcomer()
    const token = await mailedTo(nora)
    const rows = await app.db.selectFrom('mailTokens').selectAll().where('userId', '=', nora.id).execute()
    expect(rows.map(row => row.tokenHash)).toEqual([hashToken(token)])
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(await app.db.selectFrom('deliveries').selectAll().execute()).toEqual([])
  })

  test('is mailed once if it is requested ten times in a row or thirty times at once; the reply is the same for any address [T-03 T-19]', async () => {
    const [nora, otto, verified] = [await newcomer(), await newcomer(), await app.user()]
    const replies = [await ask('nobody.at.all@example.org'), await ask(verified.email)]
    for (let i = 0; i < 10; i++) replies.push(await ask(nora.email))
    replies.push(...(await Promise.all(Array.from({ length: 30 }, () => ask(otto.email)))))
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect(replies[0]?.status).toBe(200)
    const sent = async (email: string) => (await app.mailsTo({ email })).length
    expect([await sent(nora.email), await sent(otto.email)]).toEqual([1, 1])
    expect(await sent('nobody.at.all@example.org')).toBe(0)
    expect(await sent(verified.email)).toBe(kind === 'verification' ? 0 : 1)
    // The requests that sent no mail didn't invalidate the link.
    expect((await use(await app.tokenMailedTo(otto))).status).toBe(200)
  })
})

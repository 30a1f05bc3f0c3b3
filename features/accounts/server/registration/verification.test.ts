import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import type { Row } from '#kit/server/database/schema.ts'
import { startApp } from '#tests/support/start-app.ts'
import { resendVerification, verifyEmail } from '../../contract.ts'

const app = await startApp()
const visitor = app.as(null)

const unverified = () => app.user({ isVerified: false })
const resend = (email: string) => visitor.call(resendVerification, { body: { email } })
const visit = (token: string) => visitor.call(verifyEmail, { query: { token } })
const isVerified = async (user: Row<'users'>) => (await app.row('users', user)).isVerified

async function mailedToken(user: Row<'users'>): Promise<string> {
  await resend(user.email)
  return app.tokenMailedTo(user)
}

test('the first visit verifies; later ones get the same reply, start no session, and never verify again [D-15 T-16 T-18 T-111]', async () => {
  const nora = await unverified()
  const token = await mailedToken(nora)
  expect(await isVerified(nora)).toBe(false)
  const first = await visit(token)
  expect(first.status).toBe(200)
  expect(await isVerified(nora)).toBe(true)
  await app.db.updateTable('users').set({ isVerified: false }).where('id', '=', nora.id).execute()
  // Not even when the clock is set back.
  for (const hours of [-1, 1]) {
    app.clock.advance({ hours })
    const later = await visit(token)
    expect([later.status, later.body, later.headers.getSetCookie()]).toEqual([200, first.body, []])
    expect(await isVerified(nora)).toBe(false)
  }
})

test.each(['x', 'A'.repeat(43), 'B'.repeat(10_000), "' or 1=1 --", '%00'])(
  'a made-up token (%.12s) is rejected [T-16 T-121]',
  async token => {
    const message = 'This verification link is not valid. Please request a new verification email.'
    expect(await visit(token)).toMatchObject({ status: 400, message })
  },
)

test('unverified and verified addresses get the same response, and only the first gets a mail [T-03]', async () => {
  const [nora, verified] = [await unverified(), await app.user()]
  const [first, second] = [await resend(nora.email), await resend(verified.email)]
  expect([first.status, first.body]).toEqual([200, second.body])
  expect(await app.mailsTo(verified)).toEqual([])
  expect(await app.mailsTo(nora)).toHaveLength(1)
})

test('one address gets at most five mails a day [T-19]', async () => {
  const nora = await unverified()
  for (let i = 0; i < 8; i++) {
    expect((await resend(nora.email)).status).toBe(200)
    expect(await app.mailsTo(nora)).toHaveLength(Math.min(i + 1, 5))
    app.clock.advance({ minutes: 3 })
  }
  app.clock.advance({ days: 1 })
  await resend(nora.email)
  expect(await app.mailsTo(nora)).toHaveLength(6)
})

test.each([
  ['the headers say', '/api/verification/resend'],
  ['the request line says, too', 'http://evil.test/api/verification/resend'],
])('links use the configured address, whatever %s [T-20]', async (_what, target) => {
  const nora = await unverified()
  const headers = {
    host: 'evil.test',
    'x-forwarded-host': 'evil.test',
    forwarded: 'host=evil.test',
    'content-type': 'application/json',
  }
  const sent = request(app.origin, { method: 'POST', path: target, headers })
  sent.end(JSON.stringify({ email: nora.email }))
  await once(sent, 'response')
  const mails = await app.mailsTo(nora)
  for (const mail of mails) {
    expect(mail.text).toContain(`${app.deps.config.appUrl}/verify-email?token=`)
    expect(mail.source).not.toContain('evil.test')
  }
  // A request line with a host may be rejected, but must not be trusted.
  if (target.startsWith('/')) expect(mails).toHaveLength(1)
})

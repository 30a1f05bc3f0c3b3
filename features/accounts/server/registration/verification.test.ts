import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { Row } from '#kit/server/database/schema.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { resendVerification, verifyEmail } from '../../contract.ts'

const app = await startApp()
const visitor = app.as(null)

const unverified = () => app.user({ isVerified: false })
const resend = (email: string, at: TestApp = app) => at.as(null).call(resendVerification, { body: { email } })
const visit = (token: string) => visitor.call(verifyEmail, { query: { token } })
const isVerified = async (user: Row<'users'>) => (await app.row('users', user)).isVerified

async function mailedToken(user: Row<'users'>): Promise<string> {
  await resend(user.email)
  return app.tokenMailedTo(user)
}

test('the first visit verifies; a second one gets the same response and starts no session [T-18 T-111]', async () => {
  const nora = await unverified()
  const token = await mailedToken(nora)
  expect(await isVerified(nora)).toBe(false)
  const first = await visit(token)
  expect(first.status).toBe(200)
  expect(await isVerified(nora)).toBe(true)
  const second = await visit(token)
  expect(second.status).toBe(200)
  expect(second.body).toEqual(first.body)
  expect(second.headers.getSetCookie()).toEqual([])
})

test('a used link does not verify the account again after its verification was revoked, not even when the clock is set back [D-15 T-16]', async () => {
  const nora = await unverified()
  const token = await mailedToken(nora)
  await visit(token)
  await app.db.updateTable('users').set({ isVerified: false }).where('id', '=', nora.id).execute()
  for (const hours of [-1, 1]) {
    app.clock.advance({ hours })
    expect((await visit(token)).status).toBe(200)
    expect(await isVerified(nora)).toBe(false)
  }
})

test.each(['x', 'A'.repeat(43), 'B'.repeat(10_000), "' or 1=1 --", '%00'])(
  'a made-up token (%.12s) is rejected [T-16 T-121]',
  async token => {
    const reply = await visit(token)
    expect(reply.status).toBe(400)
    expect(reply.message).toBe(
      'This verification link is not valid. Please request a new verification email.',
    )
  },
)

test('unverified and verified addresses get the same response, and only the first gets a mail [T-03]', async () => {
  const [nora, verified] = [await unverified(), await app.user()]
  const [first, second] = [await resend(nora.email), await resend(verified.email)]
  expect([first.status, first.body]).toEqual([200, second.body])
  expect(await app.mailsTo(verified)).toEqual([])
  expect((await app.mailsTo(nora)).map(mail => mail.to)).toEqual([
    `"${nora.firstName} ${nora.lastName}" <${nora.email}>`,
  ])
})

test('one address gets at most five mails a day [T-19]', async () => {
  const patient = await startApp()
  const nora = await patient.user({ isVerified: false })
  for (let i = 0; i < 8; i++) {
    expect((await resend(nora.email, patient)).status).toBe(200)
    expect(await patient.mailsTo(nora)).toHaveLength(Math.min(i + 1, 5))
    patient.clock.advance({ minutes: 3 })
  }
  patient.clock.advance({ days: 1 })
  await resend(nora.email, patient)
  expect(await patient.mailsTo(nora)).toHaveLength(6)
})

test('one client can trigger at most sixty mails an hour [T-19]', async () => {
  const busy = await startApp()
  const attempt = async (i: number) => (await resend(`nobody${i}@example.org`, busy)).status
  expect(await attempt(1)).toBe(200)
  await busy.db.updateTable('throttles').set({ failures: 59 }).where('key', 'like', '% 127.0.0.1').execute()
  expect([await attempt(2), await attempt(3)]).toEqual([200, 429])
})

test.each([
  ['the headers say', '/api/verification/resend'],
  ['the request line says, too', 'http://evil.test/api/verification/resend'],
])('links use the configured address, whatever %s [T-20]', async (_what, target) => {
  const nora = await unverified()
  const body = JSON.stringify({ email: nora.email })
  const { hostname, port } = new URL(app.origin)
  const socket = connect(Number(port), hostname)
  const head = [
    `POST ${target} HTTP/1.1`,
    'host: evil.test',
    'x-forwarded-host: evil.test',
    'forwarded: host=evil.test',
    'content-type: application/json',
    'connection: close',
  ]
  socket.write([...head, `content-length: ${body.length}`, '', body].join('\r\n'))
  await text(socket)
  const mails = await app.mailsTo(nora)
  for (const mail of mails) {
    expect(mail.text).toContain(`${app.deps.config.appUrl}/verify-email?token=`)
    expect(mail.source).not.toContain('evil.test')
  }
  // A request line with a host may be rejected, but must not be trusted.
  if (target.startsWith('/')) expect(mails).toHaveLength(1)
})

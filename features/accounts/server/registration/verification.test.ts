import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { Row } from '#kit/server/database/schema.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { resendVerification, verifyEmail } from '../../contract.ts'
import { hashToken } from '../tokens/tokens.ts'

const app = await startApp()
const visitor = app.as(null)

const unverified = () => app.user({ isVerified: false })
const resend = (email: string, at: TestApp = app) => at.as(null).call(resendVerification, { body: { email } })
const visit = (token: string | null | undefined) =>
  visitor.call(verifyEmail, { query: { token: token ?? '' } })
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

test('a verification link expires after a day, and the error says so [T-16]', async () => {
  const [ana, nora] = [await unverified(), await unverified()]
  const [inTime, token] = [await mailedToken(ana), await mailedToken(nora)]
  app.clock.advance({ hours: 23.9 })
  expect((await visit(inTime)).status).toBe(200)
  app.clock.advance({ hours: 0.2 })
  const late = await visit(token)
  expect(late.status).toBe(410)
  expect(late.error).toEqual({
    message: 'This verification link has expired. Please request a new verification email.',
    expired: true,
  })
  expect(await isVerified(nora)).toBe(false)
})

test('a new verification link invalidates the older one [T-16]', async () => {
  const nora = await unverified()
  const older = await mailedToken(nora)
  app.clock.advance({ minutes: 3 })
  const newer = await mailedToken(nora)
  expect(newer).not.toBe(older)
  expect((await visit(older)).status).toBe(400)
  expect((await visit(newer)).status).toBe(200)
})

test('a link mailed before a change of address does not verify the new one [T-16]', async () => {
  const nora = await unverified()
  const token = await mailedToken(nora)
  await app.db
    .updateTable('users')
    .set({ email: 'elsewhere@example.org' })
    .where('id', '=', nora.id)
    .execute()
  expect((await visit(token)).status).toBe(400)
  expect(await isVerified(nora)).toBe(false)
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

test.each(['', '?token=', '?token=a&token=b', '?token[]=a'])(
  'verifying without exactly one token (%s) is rejected',
  async query => {
    const reply = await visitor.fetch(`/api/verification/verify${query}`)
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ message: 'Verification token is missing' })
  },
)

test('only the mail contains the token; the database stores its hash [T-12]', async () => {
  const nora = await unverified()
  const token = await mailedToken(nora)
  const rows = await app.db.selectFrom('mailTokens').selectAll().where('userId', '=', nora.id).execute()
  expect(rows.map(row => row.tokenHash)).toEqual([hashToken(token)])
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(await app.db.selectFrom('deliveries').selectAll().execute()).toEqual([])
})

test('unverified, unknown and verified addresses get the same response, and only the first gets a mail [T-03]', async () => {
  const nora = await unverified()
  const verified = await app.user()
  const before = (await app.mails()).length
  const replies = []
  for (const email of [nora.email, 'nobody.here@example.org', verified.email]) {
    const { status, body } = await resend(email)
    replies.push({ status, body })
  }
  expect(replies[0]?.status).toBe(200)
  for (const reply of replies) expect(reply).toEqual(replies[0])
  expect((await app.mails()).slice(before).map(mail => mail.to)).toEqual([
    `"${nora.firstName} ${nora.lastName}" <${nora.email}>`,
  ])
})

test('ten requests in a row, or thirty at the same time, send one mail; the response stays the same [T-19]', async () => {
  const [nora, otto] = [await unverified(), await unverified()]
  const replies = []
  for (let i = 0; i < 10; i++) replies.push(await resend(nora.email))
  expect(await app.mailsTo(nora)).toHaveLength(1)
  replies.push(...(await Promise.all(Array.from({ length: 30 }, () => resend(otto.email)))))
  expect(await app.mailsTo(otto)).toHaveLength(1)
  expect(new Set(replies.map(reply => JSON.stringify([reply.status, reply.body]))).size).toBe(1)
  // The requests that sent no mail didn't invalidate the link.
  expect((await visit((await app.mailsTo(nora))[0]?.token)).status).toBe(200)
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

test('links use the configured address, whatever the forwarding headers say [T-20]', async () => {
  const nora = await unverified()
  const headers = { 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' }
  await visitor.call(resendVerification, { body: { email: nora.email } }, headers)
  const [mail] = await app.mailsTo(nora)
  expect(mail?.text).toContain(`${app.deps.config.appUrl}/verify-email?token=`)
  expect(mail?.source).not.toContain('evil.test')
})

test.each([
  ['the Host header', '/api/verification/resend', 'evil.test'],
  ['the host in the request line', 'http://evil.test/api/verification/resend', 'evil.test'],
])('links use the configured address, whatever %s says [T-20]', async (_what, target, host) => {
  const nora = await unverified()
  const body = JSON.stringify({ email: nora.email })
  const { hostname, port } = new URL(app.origin)
  const socket = connect(Number(port), hostname)
  const head = [
    `POST ${target} HTTP/1.1`,
    `host: ${host}`,
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

import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { register, requestPasswordReset, resendVerification } from '#features/accounts/contract.ts'
import { startSmtpServer } from '#tests/support/mail/smtp-server.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { queuedMail, queueMail } from './queue-mail.ts'

const smtp = await startSmtpServer()
const app = await startApp({
  SMTP_URL: smtp.url,
  APP_NAME: 'Lunch, "etc"',
  MAIL_FROM: '"Lunch, etc" <lunch@example.org>',
})

let count = 0
const registerSomeone = (fields: { firstName?: string; lastName?: string } = {}, at: TestApp = app) => {
  count += 1
  const body = {
    firstName: 'Mia',
    lastName: 'Mailer',
    email: `mia${count}@example.org`,
    password: 'lunch at twelve',
    campusCode: 'arden',
    department: 'Care',
    ...fields,
  }
  return at.as(null).call(register, { body })
}
const waiting = () => app.db.selectFrom('deliveries').selectAll().where('givenUpAt', 'is', null).execute()

/** Waits until no mail is being sent, and returns the mails that arrived since the last call. */
async function arrived() {
  await app.deps.jobs.mailer.settled()
  return smtp.received.splice(0)
}

async function later(minutes: number) {
  app.clock.advance({ minutes })
  app.deps.jobs.mailer.wake()
  return arrived()
}

test('a mail goes to one recipient, and its text and HTML parts both contain the link [T-21]', async () => {
  const { body: user } = await registerSomeone({ firstName: 'Zoë', lastName: 'Müller <eve@example.org>,' })
  const [mail, ...more] = await arrived()
  expect(more).toEqual([])
  expect(mail?.recipients).toEqual([user.email])
  expect(mail?.from).toBe('lunch@example.org')
  expect(mail?.source).toMatch(/^Content-Type: multipart\/alternative/m)
  expect(mail?.source).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  const link = /http:\/\/localhost:0\/verify-email\?token=[\w-]{43}/g
  const links = mail?.readable.match(link) ?? []
  expect(links.length).toBeGreaterThanOrEqual(3)
  expect(new Set(links).size).toBe(1)
  expect(mail?.readable).toContain('Hello Zoë,')
  expect(await waiting()).toEqual([])
})

test.each(['refuse connections', '451', 'reset after the dot'] as const)(
  'if the mail server fails (%s), registration succeeds, and the mail is sent after it has recovered [D-10]',
  async mode => {
    await smtp.setMode(mode)
    expect((await registerSomeone()).status).toBe(201)
    const attempted = await arrived()
    const [queued] = await waiting()
    expect(queued).toMatchObject({ kind: 'verification', attempts: 1, lastError: expect.any(String) })

    await smtp.setMode('accept')
    // If a reset makes the outcome uncertain, the mail is sent again much later and with its Message-ID: mail programs
    // show it once.
    const isUncertain = mode === 'reset after the dot'
    expect(await later(isUncertain ? 14 : 0)).toEqual([])
    const [mail, ...more] = await later(1)
    expect(more).toEqual([])
    expect(mail?.messageId).toBe(queued && queuedMail(queued).messageId)
    expect(attempted.map(copy => copy.messageId)).toEqual(isUncertain ? [mail?.messageId] : [])
    expect(await waiting()).toEqual([])
    expect(await later(60)).toEqual([])
  },
)

test('a mail server that never greets delays neither registration nor other calls [D-10 T-02]', async () => {
  const [forgetful, unverified] = [await app.user(), await app.user({ isVerified: false })]
  const visitor = app.as(null)
  await smtp.setMode('never greet')
  expect((await registerSomeone()).status).toBe(201)
  expect((await visitor.call(requestPasswordReset, { body: { email: forgetful.email } })).status).toBe(200)
  expect((await visitor.call(resendVerification, { body: { email: unverified.email } })).status).toBe(200)
  expect((await visitor.fetch('/api/campuses')).status).toBe(200)
  // All calls have their responses while the mailer is still waiting for the mail server.
  const attempt = app.deps.jobs.mailer.settled().then(() => 'over')
  expect(await Promise.race([attempt, setImmediate('under way')])).toBe('under way')
  await smtp.setMode('refuse connections')
  expect(await arrived()).toEqual([])
  expect(await waiting()).toHaveLength(3)
  await smtp.setMode('accept')
  expect(await later(1)).toHaveLength(3)
})

test('the pauses between attempts grow, and after three days the mail is given up', async () => {
  await smtp.setMode('451')
  await registerSomeone()
  await arrived()
  const pauses: number[] = []
  for (let i = 0; i < 8; i++) {
    const [mail] = await waiting()
    pauses.push(Math.round((Date.parse(mail?.nextAttemptAt ?? '') - app.clock.now().getTime()) / 10_000))
    await later(15)
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 90])
  await later(3 * 24 * 60)
  expect(await waiting()).toEqual([])
  await smtp.setMode('accept')
})

test('a mail whose transaction was rolled back is never sent', async () => {
  const { deps } = app
  const failed = deps.db.transaction().execute(async tx => {
    await queueMail(tx, deps, { kind: 'account-deleted', to: { email: 'never@example.org' } })
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  expect(await later(1)).toEqual([])
})

test('without a mail server, each mail becomes a plain text file that only its owner can read', async () => {
  const local = await startApp()
  await registerSomeone({}, local)
  await local.deps.jobs.mailer.settled()
  const [name = '', ...more] = await readdir(join(local.dataDir, 'outbox'))
  expect(more).toEqual([])
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-[\da-f]{8}\.eml$/)
  const file = join(local.dataDir, 'outbox', name)
  const source = await readFile(file, 'utf8')
  expect(source).toMatch(
    /^From: Common Table <no-reply@example\.org>\nTo: "Mia Mailer" <mia\d+@example\.org>\n/,
  )
  expect(source).toMatch(/\nVerify email address:\nhttp:\/\/localhost:0\/verify-email\?token=[\w-]{43}\n/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

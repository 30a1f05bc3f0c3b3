// On one engine: the texts of mails.
import { beforeEach, expect, test } from 'vitest'
import { removeExpired } from '#app/housekeeping.ts'
import { getOverview } from '#features/overview/contract.ts'
import { list } from '#kit/server/database/rows.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { startSmtpServer } from '#tests/support/mail/smtp-server.ts'
import { startApp } from '#tests/support/start-app.ts'
import { getMailSetup, listMails, removeMail, retryMail, retryMails, sendTestEmail } from '../contract.ts'
import { queueMail } from './queue-mail.ts'

const smtp = await startSmtpServer()
const { port } = new URL(smtp.url)
const app = await startApp({
  SMTP_URL: smtp.url.replace('//', '//lunch%40example.org:c%40nary-word@'),
  MAIL_FROM: 'Lunch <lunch@example.org>',
})
const root = await app.superUser()
const as = app.as(root)

beforeEach(async () => {
  await smtp.setMode('accept')
  smtp.received.length = 0
  await app.db.deleteFrom('deliveries').execute()
  await app.db.deleteFrom('auditLogs').execute()
  await app.db.deleteFrom('throttles').execute()
})

const sendTest = (email: string, firstName = 'Mia') => as.call(sendTestEmail, { body: { email, firstName } })
const waiting = async () => (await as.call(listMails)).body

/** Queues a mail that the mail server has deferred once. */
async function putOff(email: string, fields: Partial<Row<'deliveries'>> = {}): Promise<number> {
  // Through another object for the database, so that the mailer is not woken.
  const db = app.db.withoutPlugins()
  await db.transaction().execute(tx => queueMail(tx, app.deps, { kind: 'account-deleted', to: { email } }))
  const nextAttemptAt = new Date(app.clock.now().getTime() + 600_000).toISOString()
  const { id } = await db
    .updateTable('deliveries')
    .set({ attempts: 1, lastError: '451 later', nextAttemptAt, ...fields })
    .where('destination', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Queues a mail, and waits until it was tried. */
async function queue(fields: { expiresAt?: Date } = {}) {
  const mail = { kind: 'account-deleted', to: { email: 'no@example.org' }, ...fields } as const
  await app.db.transaction().execute(tx => queueMail(tx, app.deps, mail))
  await app.deps.jobs.mailer.settled()
}

/** Lets the mailer look for what is due. */
async function look() {
  app.deps.jobs.mailer.wake()
  await app.deps.jobs.mailer.settled()
}

test('the mail setup is shown without the credentials of the mail server', async () => {
  const { body } = await as.call(getMailSetup)
  expect(body).toEqual({
    way: 'smtp',
    from: 'Lunch <lunch@example.org>',
    folder: null,
    host: '127.0.0.1',
    port: Number(port),
    security: 'starttls-offered',
    signsIn: true,
  })
})

test('invalid addresses, several addresses and header injections are rejected [T-21]', async () => {
  for (const email of ['nobody', 'a@example.org,b@example.org', 'a@example.org\nBcc: b@example.org'])
    expect((await sendTest(email)).status).toBe(400)
  expect((await sendTest('mia@example.org', 'Mia\r\nBcc: b@example.org')).status).toBe(400)
  expect(smtp.received).toEqual([])
})

test.each([
  ['refuse connections', 503, 'There is no connection to the mail server'],
  ['451', 502, `The mail was deferred by the mail server at 127.0.0.1:${port}: 451 Try again later`],
  ['550', 502, `The mail was refused by the mail server at 127.0.0.1:${port}: 550 No such mailbox`],
  ['reset after the dot', 504, 'which didn’t confirm it'],
  ['never greet', 504, 'but it hasn’t greeted yet'],
] as const)(
  'a mail server in failure mode "%s" is explained without revealing the credentials [D-10]',
  async (mode, status, error) => {
    await smtp.setMode(mode)
    const response = await sendTest('mia@example.org')
    expect(response.status).toBe(status)
    expect(JSON.stringify(response.error)).not.toMatch(/nary-word|lunch(@|%40)/)
    expect(response.error).toEqual({
      message: 'Failed to send test email',
      error: expect.stringContaining(error),
      instruction: expect.stringMatching(/\.$/),
    })
  },
)

test('an address gets at most one test mail every two minutes; a failed one doesn’t count [T-19]', async () => {
  const open = await startApp({ SMTP_URL: smtp.url })
  const caller = open.as(await open.superUser())
  const send = () => caller.call(sendTestEmail, { body: { email: ' Mia@Example.org ', firstName: 'מיה' } })
  await smtp.setMode('451')
  expect((await send()).status).toBe(502)
  await smtp.setMode('accept')
  const responses = await Promise.all(Array.from({ length: 10 }, send))
  const sent = responses.filter(({ status }) => status === 200)
  expect(sent.map(({ body }) => body)).toEqual([{ message: 'Test email sent to mia@example.org' }])
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(9)
  expect(Number(responses.find(({ status }) => status === 429)?.headers.get('retry-after'))).toBeGreaterThan(
    0,
  )
  expect(smtp.received.map(({ recipients }) => recipients)).toEqual([['mia@example.org']])
  expect(smtp.received[0]?.readable).toContain('Hello \u2068מיה\u2069,')
  open.clock.advance({ minutes: 3 })
  expect((await send()).status).toBe(200)
})

test('without a mail server a test mail is written to the outbox, and the reply names the folder', async () => {
  const local = await startApp()
  const caller = local.as(await local.superUser())
  const folder = `${local.dataDir}/outbox`
  const { body } = await caller.call(sendTestEmail, {
    body: { email: 'mia@example.org', firstName: '<b>Mia</b>' },
  })
  expect(body).toEqual({
    message: `No mail server is set up: the test email was written to ${folder}`,
  })
  const [mail] = await local.mails()
  expect(mail?.to).toContain('mia@example.org')
  expect(mail?.html).toContain('&lt;b&gt;Mia')
  expect((await caller.call(getMailSetup)).body).toMatchObject({ way: 'outbox', folder, host: null })
})

test('the queue shows where each mail goes and why it is still waiting', async () => {
  const id = await putOff('late@example.org', { lastError: '535 c@nary-word is wrong', attempts: 3 })
  expect(await waiting()).toEqual([
    {
      id,
      kind: 'account-deleted',
      to: 'late@example.org',
      attempts: 3,
      lastError: '535 … is wrong',
      createdAt: expect.any(String),
      nextAttemptAt: expect.any(String),
      isBeingSent: false,
      givenUpAt: null,
    },
  ])
})

test('one waiting mail, or all of them, can be retried immediately', async () => {
  const [ann, ben, cat] = ['ann@example.org', 'ben@example.org', 'cat@example.org'] as const
  await putOff(ann)
  const id = await putOff(ben)
  await putOff(cat)
  const arrived = async () => {
    await app.deps.jobs.mailer.settled()
    return smtp.received.flatMap(({ recipients }) => recipients)
  }
  const first = await as.call(retryMail, { params: { id } })
  expect([first.status, first.body, await arrived()]).toEqual([200, { count: 1 }, [ben]])
  expect((await as.call(retryMails)).body).toEqual({ count: 2 })
  expect([(await arrived()).sort(), await waiting()]).toEqual([[ann, ben, cat], []])
  const about = (to: string) => ({ kind: 'account-deleted', to })
  expect(await app.audited()).toEqual([
    ['MAIL_RETRIED', root.id, about(ben)],
    ['MAIL_RETRIED', root.id, { count: 2, mails: [about(ann), about(cat)] }],
  ])
})

test('a mail that is being sent can’t be retried or removed', async () => {
  const id = await putOff('now@example.org', { lastError: null })
  expect((await waiting())[0]?.isBeingSent).toBe(true)
  for (const response of [
    await as.call(retryMail, { params: { id } }),
    await as.call(removeMail, { params: { id } }),
  ])
    expect([response.status, response.message]).toEqual([409, 'This mail is being sent right now'])
  expect((await as.call(retryMails)).body).toEqual({ count: 0 })
  expect(await app.audited()).toEqual([])
  // After a while the process that is sending it counts as dead.
  app.clock.advance({ minutes: 11 })
  expect((await waiting())[0]?.isBeingSent).toBe(false)
  expect((await as.call(removeMail, { params: { id } })).status).toBe(204)
  expect(await app.audited()).toEqual([
    ['MAIL_REMOVED', root.id, { kind: 'account-deleted', to: 'now@example.org', attempts: 1 }],
  ])
})

test('a mail that was given up stays with its reason, isn’t waiting, and can be sent once that is solved', async () => {
  await smtp.setMode('550')
  await queue()
  const [mail] = await waiting()
  expect(mail).toMatchObject({
    to: 'no@example.org',
    attempts: 1,
    lastError: expect.stringContaining('550 No such mailbox'),
    isBeingSent: false,
    givenUpAt: expect.any(String),
  })
  expect((await as.call(getOverview)).body.health?.mailsWaiting).toBe(0)

  await smtp.setMode('accept')
  app.clock.advance({ days: 5 })
  await look()
  expect((await as.call(retryMails)).body).toEqual({ count: 0 })
  expect([smtp.received, await waiting()]).toEqual([[], [mail]])

  expect((await as.call(retryMail, { params: { id: mail?.id ?? 0 } })).body).toEqual({ count: 1 })
  await app.deps.jobs.mailer.settled()
  expect(smtp.received.map(({ recipients }) => recipients)).toEqual([['no@example.org']])
  expect(await waiting()).toEqual([])
})

test('a mail that was given up is removed after thirty days', async () => {
  await smtp.setMode('550')
  await queue({ expiresAt: new Date(app.clock.now().getTime() + 60_000) })
  const kept = async (days: number) => {
    app.clock.advance({ days })
    await removeExpired(app.deps)
    await look()
    return list(app.db, 'deliveries')
  }
  expect(await kept(29)).toHaveLength(1)
  expect(await kept(2)).toEqual([])
})

import { expect, test } from 'vitest'
import { removeExpired } from '#app/housekeeping.ts'
import { getOverview } from '#features/overview/contract.ts'
import { startSmtpServer } from '#tests/support/mail/smtp-server.ts'
import { startApp } from '#tests/support/start-app.ts'
import { listMails, retryMail, retryMails } from '../contract.ts'
import { queueMail } from './queue-mail.ts'

const smtp = await startSmtpServer()
const app = await startApp({ SMTP_URL: smtp.url })
const caller = app.as(await app.superUser())

/** Queues a mail, and waits until it was tried. */
async function queue(fields: { expiresAt?: Date } = {}) {
  const mail = { kind: 'account-deleted', to: { email: 'no@example.org' }, ...fields } as const
  await app.db.transaction().execute(tx => queueMail(tx, app.deps, mail))
  await app.deps.jobs.mailer.settled()
}

test('a mail that was given up stays with its reason, isn’t waiting, and can be sent once that is solved', async () => {
  await smtp.setMode('550')
  await queue()
  const listed = async () => (await caller.call(listMails)).body
  const [mail] = await listed()
  expect(mail).toMatchObject({
    to: 'no@example.org',
    attempts: 1,
    lastError: expect.stringContaining('550 No such mailbox'),
    isBeingSent: false,
    givenUpAt: expect.any(String),
  })
  expect((await caller.call(getOverview)).body.health?.mailsWaiting).toBe(0)

  await smtp.setMode('accept')
  app.clock.advance({ days: 5 })
  app.deps.jobs.mailer.wake()
  await app.deps.jobs.mailer.settled()
  expect((await caller.call(retryMails)).body).toEqual({ count: 0 })
  expect([smtp.received, await listed()]).toEqual([[], [mail]])

  expect((await caller.call(retryMail, { params: { id: mail?.id ?? 0 } })).body).toEqual({ count: 1 })
  await app.deps.jobs.mailer.settled()
  expect(smtp.received.map(({ recipients }) => recipients)).toEqual([['no@example.org']])
  expect(await listed()).toEqual([])
})

test('a mail that was given up is removed after thirty days', async () => {
  await smtp.setMode('550')
  await queue({ expiresAt: new Date(app.clock.now().getTime() + 60_000) })
  const isKept = async () => {
    await removeExpired(app.deps)
    app.deps.jobs.mailer.wake()
    await app.deps.jobs.mailer.settled()
    return (await app.db.selectFrom('deliveries').select('id').execute()).length === 1
  }
  app.clock.advance({ days: 29 })
  expect(await isKept()).toBe(true)
  app.clock.advance({ days: 2 })
  expect(await isKept()).toBe(false)
})

import type { FastifyInstance } from 'fastify'
import { recordAudit } from '#features/audit/server/record-audit.ts'
import { sentence } from '#kit/rules/texts/isolated.ts'
import type { Deps } from '#kit/server/deps.ts'
import { HttpError, tooMany } from '#kit/server/http/errors.ts'
import { countOrRefuse } from '#kit/server/http/limits/request-limits.ts'
import { countOne, findWait, type Limit, releaseAttempt } from '#kit/server/http/limits/throttles-store.ts'
import { serve } from '#kit/server/http/serve.ts'
import { sendTestEmail, type TestEmailForm } from '../contract.ts'
import { type ComposedMail, writeLetter } from './letter.ts'
import { type MailFailure, tryMailServer } from './mail-failure.ts'
import { mailsOfNetwork, mailsPerDay, pauseBetweenMails } from './mail-limits.ts'
import { describeMailSetup } from './mail-setup.ts'
import { writeToOutbox } from './outbox.ts'
import { newMessageId } from './queue-mail.ts'

export function testMailApi(app: FastifyInstance, deps: Deps): void {
  const { config, db, log, now } = deps

  // Bypasses the queue, to say where the mail went or what was wrong.
  serve(app, sendTestEmail, async call => {
    const { email } = call.body
    await countOrRefuse(deps, mailsOfNetwork, call.request.ip)
    const undoCount = await countMailTo(deps, email)
    const mail = composeTest(deps, call.body)
    const { smtpUrl } = config.mail
    const failure =
      smtpUrl === null
        ? await writeToOutbox(deps, mail).then(() => null, unwritable)
        : await tryMailServer(deps, smtpUrl, sender => sender.send(mail))
    const details = { to: email, outcome: failure?.error ?? 'sent' }
    await recordAudit(db, { action: 'TEST_EMAIL_SENT', details, by: call, time: now().toISOString() })
    if (failure) {
      await undoCount()
      const { status, ...reason } = failure
      log.warn({ status, reason: reason.error }, 'a test mail was not sent')
      throw new HttpError(status, 'Failed to send test email', reason)
    }
    const { folder } = describeMailSetup(config)
    const message =
      folder === null
        ? `Test email sent to ${email}`
        : `No mail server is set up: the test email was written to ${folder}`
    return { message }
  })
}

const unwritable = (): MailFailure => ({
  status: 503,
  error: 'The outbox can’t be written',
  instruction: 'Check that the data folder exists, has space left, and belongs to the server.',
})

function composeTest({ config, now }: Deps, { email, firstName }: TestEmailForm): ComposedMail {
  const letter = writeLetter(config, {
    subject: sentence`A test mail from ${config.appName}`,
    greeting: sentence`Hello ${firstName},`,
    paragraphs: [
      sentence`${config.appName} can send mails: this is one. Verification links and notices are sent the same way.`,
      `It was sent at ${now().toISOString()}.`,
    ],
    closing: ['You don’t have to do anything. If you didn’t expect this mail, you can ignore it.'],
  })
  return {
    ...letter,
    to: { name: firstName, address: email },
    messageId: newMessageId(config),
    link: null,
  }
}

/** Keeps a mailbox from being flooded. The returned function takes the count back if no mail was sent after all. */
async function countMailTo({ config, db, now }: Deps, email: string): Promise<() => Promise<void>> {
  if (!config.rateLimits) return async () => undefined
  const limits: [key: string, limit: Limit][] = [
    [`mail test ${email}`, pauseBetweenMails],
    [`mail ${email}`, mailsPerDay],
  ]
  const counted: string[] = []
  const undoCount = async () => {
    for (const key of counted) await releaseAttempt(db, key)
  }
  for (const [key, limit] of limits) {
    if (!(await countOne(db, key, limit, now()))) {
      await undoCount()
      const wait = await findWait(db, key, limit, now())
      throw tooMany(
        wait / 1000,
        'A mail was just sent to this address. Please wait before you send another one.',
      )
    }
    counted.push(key)
  }
  return undoCount
}

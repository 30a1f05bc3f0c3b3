import { isolated } from '#kit/rules/texts/isolated.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import type { BackgroundWork } from '#kit/server/jobs/background-work.ts'
import { type Compose, deliveryQueue } from '#kit/server/jobs/delivery-queue.ts'
import type { MailKind } from '../contract.ts'
import { type ComposedMail, headerText, type MailMessage, writeLetter } from './letter.ts'
import { writeToOutbox } from './outbox.ts'
import { mailChannel, newMessageId, queuedMail } from './queue-mail.ts'
import { createSmtpSender, isPermanentFailure, mailTimeLimit, mayHaveArrived } from './smtp.ts'

type Mail = {
  message: MailMessage
  /** By default, to whom it was queued. */
  to?: Pick<Row<'users'>, 'email' | 'firstName' | 'lastName'>
  /** The link by which alone it works. */
  link?: string
  headers?: Record<string, string>
}

/** How a kind of mail is written when it is sent; null if it has become pointless. */
export type WriteMail = Compose<Mail>

type MailerDeps = Pick<Deps, 'config' | 'db' | 'log' | 'now'>

/** Sends the queued mails, over SMTP or to the outbox folder. */
export function createMailer(deps: MailerDeps, kinds: Record<MailKind, WriteMail>): BackgroundWork {
  const { smtpUrl } = deps.config.mail
  const smtp = smtpUrl === null ? null : createSmtpSender(deps, smtpUrl)
  const queue = deliveryQueue<ComposedMail>(deps, {
    name: mailChannel,
    compose: async (tx, delivery) =>
      composeMail(deps, delivery, await kinds[delivery.kind as MailKind](tx, delivery)),
    send: smtp ? smtp.send : mail => writeToOutbox(deps, mail),
    timeLimit: mailTimeLimit,
    isPermanentFailure,
    mayHaveArrived,
    keepsGivenUp: true,
    order: 'none',
    atOnce: 1,
  })
  return {
    ...queue,
    stop: async () => {
      await queue.stop()
      smtp?.close()
    },
  }
}

function composeMail(
  { config }: MailerDeps,
  delivery: Row<'deliveries'>,
  mail: Mail | null,
): ComposedMail | null {
  if (!mail) return null
  // Earlier versions queued some mails without an id.
  const { toName, toAddress, messageId = newMessageId(config) } = queuedMail(delivery)
  const { message, to, link = null, headers } = mail
  const letter = writeLetter(config, message)
  const name = to ? fullName(to) : toName
  return {
    ...letter,
    headers: { ...letter.headers, ...headers },
    // Mail programs show names in lists and beside others.
    to: { name: isolated(headerText(name)), address: to?.email ?? toAddress },
    messageId,
    link,
  }
}

import { mailChannel } from '#server/data/mail-tokens-store.ts'
import type { Deps } from '#server/deps.ts'
import type { BackgroundWork } from '#server/jobs/background-work.ts'
import { deliveryQueue } from '#server/jobs/delivery-queue.ts'
import { type ComposedMail, composeMail } from './compose-mail.ts'
import { writeToOutbox } from './outbox.ts'
import { createSmtpSender, isPermanentFailure, mailTimeLimit, mayHaveArrived } from './smtp.ts'

/** Sends the queued mails, over SMTP or to the outbox folder. */
export function createMailer(deps: Pick<Deps, 'config' | 'db' | 'log' | 'now'>): BackgroundWork {
  const { smtpUrl } = deps.config.mail
  const smtp = smtpUrl === null ? null : createSmtpSender(deps, smtpUrl)
  const queue = deliveryQueue<ComposedMail>(deps, {
    name: mailChannel,
    compose: (tx, delivery) => composeMail(tx, deps, delivery),
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

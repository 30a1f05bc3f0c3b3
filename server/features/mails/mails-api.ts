import type { FastifyInstance } from 'fastify'
import { getMailSetup, listMails, removeMail, retryMail, retryMails, sendTestEmail } from '#contract/mails.ts'
import { listDeliveries } from '#server/data/deliveries-store.ts'
import type { Deps } from '#server/deps.ts'
import { serve } from '#server/http/serve.ts'
import { describeMailSetup } from '#server/mail/mail-setup.ts'
import { mailChannel } from '#server/mail/queue-mail.ts'
import { dropMail, presentMail, retryWaitingMails } from './manage-queue.ts'
import { sendTestMail } from './send-test-mail.ts'

export function mailsApi(app: FastifyInstance, deps: Deps): void {
  serve(app, sendTestEmail, async call => ({ message: await sendTestMail(deps, call.body, call) }))

  serve(app, getMailSetup, async () => describeMailSetup(deps.config))

  serve(app, listMails, async () =>
    (await listDeliveries(deps.db, mailChannel)).map(row => presentMail(deps, row)),
  )

  serve(app, retryMails, async call => ({ count: await retryWaitingMails(deps, null, call) }))

  serve(app, retryMail, async call => ({ count: await retryWaitingMails(deps, call.params.id, call) }))

  serve(app, removeMail, async call => dropMail(deps, call.params.id, call))
}

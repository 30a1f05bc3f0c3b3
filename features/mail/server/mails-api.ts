import type { FastifyInstance } from 'fastify'
import type { Deps } from '#kit/server/deps.ts'
import { serve } from '#kit/server/http/serve.ts'
import { listDeliveries } from '#kit/server/jobs/deliveries-store.ts'
import { getMailSetup, listMails, removeMail, retryMail, retryMails, sendTestEmail } from '../contract.ts'
import { describeMailSetup } from './mail-setup.ts'
import { dropMail, presentMail, retryWaitingMails } from './manage-queue.ts'
import { mailChannel } from './queue-mail.ts'
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

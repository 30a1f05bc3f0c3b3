import { randomUUID } from 'node:crypto'
import { removeTokensOfAddress } from '#server/data/mail-tokens-store.ts'
import { insertMail, removeWaitingMails } from '#server/data/mails-store.ts'
import type { Db, MailKind } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'

export type QueuedMail = { kind: MailKind; toAddress: string; toName?: string }

/**
 * Puts a mail into the queue, in the transaction of what causes it; `deps.mailer.wake()` after the commit sends it at
 * once. A mail with a link goes to whoever has the address when it is sent, and voids the older links.
 */
export async function queueMail(tx: Db, { config, now }: Deps, mail: QueuedMail): Promise<void> {
  const { kind, toAddress, toName = '' } = mail
  if (kind === 'verification' || kind === 'password-reset') {
    await removeWaitingMails(tx, { kind, toAddress })
    await removeTokensOfAddress(tx, { email: toAddress, purpose: kind })
  }
  const time = now().toISOString()
  await insertMail(tx, {
    kind,
    toName,
    toAddress,
    messageId: `<${randomUUID()}@${new URL(config.appUrl).hostname}>`,
    attempts: 0,
    lastError: null,
    createdAt: time,
    nextAttemptAt: time,
  })
}

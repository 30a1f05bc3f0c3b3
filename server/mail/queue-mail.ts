import { randomUUID } from 'node:crypto'
import type { MailKind } from '#contract/mails.ts'
import { queueDelivery, removeWaiting } from '#server/data/deliveries-store.ts'
import { removeTokensOfAddress } from '#server/data/mail-tokens-store.ts'
import type { Db, DeliveryRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'

export const mailChannel = 'mail'

/**
 * `about`: the id of what the mail is about, where its kind needs one; `names`: what it names; `expiresAt`: from when on it
 * would be worth nothing.
 */
export type QueuedMail = {
  kind: MailKind
  toAddress: string
  toName?: string
  about?: number
  names?: string[]
  expiresAt?: Date
}

/**
 * Puts a mail into the queue, in the transaction of what causes it; `deps.mailer.wake()` after the commit sends it at
 * once. A mail with a link goes to the account that has the address when it is sent, and voids the older links.
 */
export async function queueMail(
  tx: Db,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  mail: QueuedMail,
): Promise<void> {
  const { kind, toAddress, toName = '', about, names, expiresAt } = mail
  const delivery = { channel: mailChannel, kind, destination: toAddress }
  if (kind === 'verification' || kind === 'password-reset') {
    await removeWaiting(tx, delivery)
    await removeTokensOfAddress(tx, { email: toAddress, purpose: kind })
  }
  const messageId = `<${randomUUID()}@${new URL(config.appUrl).hostname}>`
  await queueDelivery(tx, now(), {
    ...delivery,
    payload: { toName, messageId, about, names },
    ...(expiresAt && { expiresAt }),
  })
}

/** What `queueMail` has queued. What it says, links included, is made when it is sent, so no token rests in the queue. */
export function queuedMail({ kind, destination, payload }: DeliveryRow) {
  const { toName, messageId, about, names } = JSON.parse(payload) as {
    toName: string
    messageId: string
    about?: number
    names?: string[]
  }
  return { kind: kind as MailKind, toAddress: destination, toName, messageId, about, names }
}

import { randomUUID } from 'node:crypto'
import type { MailKind } from '#contract/mails.ts'
import { fullName } from '#domain/person-names.ts'
import { queueDelivery, removeWaiting } from '#server/data/deliveries-store.ts'
import { mailChannel, removeTokensOfAddress } from '#server/data/mail-tokens-store.ts'
import type { Db, DeliveryRow, UserRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'

type QueuedMail = {
  kind: MailKind
  /** A mail with a link finds its recipient's name when it is sent. */
  to: { email: string } | Pick<UserRow, 'email' | 'firstName' | 'lastName'>
  /** The id of the item that the mail is about, if its kind needs one. */
  about?: number
  /** Names that the mail mentions. */
  names?: string[]
  /** The time from which it is no longer worth sending. */
  expiresAt?: Date
}

/**
 * Puts a mail into the queue, in the transaction of its cause. A mail with a link goes to the account that has the
 * address when it is sent, and voids older links.
 */
export async function queueMail(
  tx: Db,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  mail: QueuedMail,
): Promise<void> {
  const { kind, to, about, names, expiresAt } = mail
  const delivery = { channel: mailChannel, kind, destination: to.email }
  if (kind === 'verification' || kind === 'password-reset') {
    await removeWaiting(tx, delivery)
    await removeTokensOfAddress(tx, { email: to.email, purpose: kind })
  }
  const messageId = `<${randomUUID()}@${new URL(config.appUrl).hostname}>`
  await queueDelivery(tx, now(), {
    ...delivery,
    // All mails go through the one mail server.
    server: '',
    payload: { toName: 'firstName' in to ? fullName(to) : '', messageId, about, names },
    ...(expiresAt && { expiresAt }),
  })
}

/** Reads a mail from the queue. Its text and links are created when it is sent, so the queue contains no tokens. */
export function queuedMail({ kind, destination, payload }: DeliveryRow) {
  const { toName, messageId, about, names } = JSON.parse(payload) as {
    toName: string
    messageId: string
    about?: number
    names?: string[]
  }
  return { kind: kind as MailKind, toAddress: destination, toName, messageId, about, names }
}

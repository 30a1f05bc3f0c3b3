import { randomUUID } from 'node:crypto'
import { fullName } from '#kit/rules/texts/person-names.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { queueDelivery } from '#kit/server/jobs/deliveries-store.ts'
import type { MailKind } from '../contract.ts'

/** The delivery channel of mails. */
export const mailChannel = 'mail'

type QueuedMail = {
  kind: MailKind
  /** Some mails find their recipient's name when they are sent. */
  to: { email: string } | Pick<Row<'users'>, 'email' | 'firstName' | 'lastName'>
  /** The id of the item that the mail is about, if its kind needs one. */
  about?: number
  /** The ids of other items that it is about. */
  others?: { [item: string]: number }
  /** Names that the mail mentions. */
  names?: string[]
  /** When it is sent; by default, now. */
  at?: Date
  /** The time from which it is no longer worth sending. */
  expiresAt?: Date
}

/** Puts a mail into the queue, in the transaction of its cause. */
export async function queueMail(
  tx: Db,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  { kind, to, about, others, names, at = now(), expiresAt }: QueuedMail,
): Promise<void> {
  await queueDelivery(tx, at, {
    channel: mailChannel,
    kind,
    destination: to.email,
    // All mails go through the one mail server.
    server: '',
    payload: {
      toName: 'firstName' in to ? fullName(to) : '',
      messageId: newMessageId(config),
      about,
      others,
      names,
    },
    ...(expiresAt && { expiresAt }),
  })
}

export const newMessageId = ({ appUrl }: Deps['config']) => `<${randomUUID()}@${new URL(appUrl).hostname}>`

/** Reads a mail from the queue. Its text and links are created when it is sent, so the queue contains no tokens. */
export function queuedMail({ kind, destination, payload }: Row<'deliveries'>) {
  const { toName, messageId, about, others, names } = JSON.parse(payload) as {
    toName: string
    messageId?: string
    about?: number
    others?: { [item: string]: number }
    names?: string[]
  }
  return { kind: kind as MailKind, toAddress: destination, toName, messageId, about, others, names }
}

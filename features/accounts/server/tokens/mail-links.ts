import { mailChannel, queueMail } from '#features/mail/server/queue-mail.ts'
import { timestampAfter } from '#kit/rules/time/timestamps.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { removeWaiting } from '#kit/server/jobs/deliveries-store.ts'
import { insertMailToken, removeTokensOfAddress, type TokenPurpose } from './mail-tokens-store.ts'
import { createToken, hashToken } from './tokens.ts'

type LinkDeps = Pick<Deps, 'config' | 'now'>
type Link = {
  purpose: TokenPurpose
  path: string
  /** How long it is valid, in milliseconds from when the mail is sent. */
  lifetime: number
}

/** Queues a mail with a link, to the account that has the address when it is sent. Voids older links. */
export async function queueLinkMail(
  tx: Db,
  deps: LinkDeps,
  { kind, email }: { kind: 'verification' | 'password-reset'; email: string },
): Promise<void> {
  await removeWaiting(tx, { channel: mailChannel, kind, destination: email })
  await removeTokensOfAddress(tx, { email, purpose: kind })
  await queueMail(tx, deps, { kind, to: { email } })
}

/** Makes a link with a new token, for a mail that is being sent. */
export async function createMailLink(
  tx: Db,
  { config, now }: LinkDeps,
  { id, email }: Row<'users'>,
  { purpose, path, lifetime }: Link,
): Promise<string> {
  const token = createToken()
  const time = now()
  await insertMailToken(tx, {
    tokenHash: hashToken(token),
    purpose,
    userId: id,
    email,
    createdAt: time.toISOString(),
    expiresAt: timestampAfter(time, lifetime),
    usedAt: null,
  })
  return `${config.appUrl}${path}?token=${token}`
}

import { mailsOfNetwork, mayMail } from '#features/mail/server/mail-limits.ts'
import { mailChannel, queueMail } from '#features/mail/server/queue-mail.ts'
import { timestampAfter } from '#kit/rules/time/timestamps.ts'
import { insert, remove } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { countOrRefuse } from '#kit/server/http/limits/request-limits.ts'
import { createToken, hashToken } from './tokens.ts'

type LinkDeps = Pick<Deps, 'config' | 'now'>
type TokenPurpose = Row<'mailTokens'>['purpose']
type LinkMail = { kind: 'verification' | 'password-reset'; email: string }

/**
 * Queues a mail with a link, whether or not the address has an account. That is checked only when the mail is sent, so
 * neither the response nor its timing reveals it. During the pause between two mails nothing is queued, and the last
 * link stays valid.
 */
export async function requestLinkMail(
  deps: Deps,
  { kind, email, ip }: LinkMail & { ip: string },
): Promise<void> {
  await countOrRefuse(deps, mailsOfNetwork, ip)
  if (!(await mayMail(deps, kind, email))) return
  await deps.db.transaction().execute(tx => queueLinkMail(tx, deps, { kind, email }))
}

/** Queues a mail with a link, to the account that has the address when it is sent. Voids older links. */
export async function queueLinkMail(tx: Db, deps: LinkDeps, { kind, email }: LinkMail): Promise<void> {
  await remove(tx, 'deliveries', { channel: mailChannel, kind, destination: email })
  await remove(tx, 'mailTokens', { email, purpose: kind })
  await queueMail(tx, deps, { kind, to: { email } })
}

/** Makes a link with a new token, for a mail that is being sent. It is valid for `lifetime` in milliseconds. */
export async function createMailLink(
  tx: Db,
  { config, now }: LinkDeps,
  { id, email }: Row<'users'>,
  { purpose, path, lifetime }: { purpose: TokenPurpose; path: string; lifetime: number },
): Promise<string> {
  const token = createToken()
  const time = now()
  await insert(tx, 'mailTokens', {
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

/** Invalidates all links that were mailed to a user and by which the account can be opened. */
export async function removeTokensOfUser(tx: Db, userId: number): Promise<void> {
  await tx
    .deleteFrom('mailTokens')
    .where('userId', '=', userId)
    .where('purpose', '!=', 'unsubscribe')
    .execute()
}

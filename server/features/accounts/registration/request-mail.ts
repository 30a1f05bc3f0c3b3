import { queueLinkMail } from '#server/auth/mail-links.ts'
import { requirePasswordSignIn } from '#server/auth/password-sign-in.ts'
import { countOrRefuse } from '#server/auth/request-limits.ts'
import type { Deps } from '#server/deps.ts'
import { mayMail } from '#server/mail/mail-limits.ts'

/**
 * Queues a mail with a link, whether or not the address has an account. That is checked only when the mail is sent, so
 * neither the response nor its timing reveals it. During the pause between two mails nothing is queued, and the last
 * link stays valid.
 */
export async function requestMail(
  deps: Deps,
  { kind, email, ip }: { kind: 'verification' | 'password-reset'; email: string; ip: string },
): Promise<void> {
  if (kind === 'password-reset') await requirePasswordSignIn(deps, email)
  await countOrRefuse(deps, 'mails of', ip)
  if (!(await mayMail(deps, kind, email))) return
  await deps.db.transaction().execute(tx => queueLinkMail(tx, deps, { kind, email }))
}

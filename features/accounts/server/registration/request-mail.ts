import { mayMail } from '#features/mail/server/mail-limits.ts'
import type { Deps } from '#kit/server/deps.ts'
import { countOrRefuse } from '#kit/server/http/limits/request-limits.ts'
import { requirePasswordSignIn } from '../password/password-sign-in.ts'
import { queueLinkMail } from '../tokens/mail-links.ts'

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

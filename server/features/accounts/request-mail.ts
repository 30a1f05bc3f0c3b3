import { requirePasswordSignIn } from '#server/credentials/password-sign-in.ts'
import { limitMailsOf, mayMail } from '#server/credentials/request-limits.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/mail/queue-mail.ts'

/**
 * Queues a link for an address, whether or not it has an account: that turns out when the mail is sent, so neither
 * reply nor timing reveals. Within the pause between two mails nothing is queued, and the last link stays good.
 */
export async function requestMail(
  deps: Deps,
  { kind, email, ip }: { kind: 'verification' | 'password-reset'; email: string; ip: string },
): Promise<void> {
  if (kind === 'password-reset') await requirePasswordSignIn(deps, email)
  await limitMailsOf(deps, ip)
  if (!(await mayMail(deps, kind, email))) return
  await deps.db.transaction().execute(tx => queueMail(tx, deps, { kind, toAddress: email }))
  deps.mailer.wake()
}

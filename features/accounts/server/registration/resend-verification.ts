import { type By, recordAudit } from '#features/audit/server/record-audit.ts'
import { requireMayMail } from '#features/mail/server/mail-limits.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, forbidden, userNotFound } from '#kit/server/http/errors.ts'
import { mayChange } from '../../ranks.ts'
import { queueLinkMail } from '../tokens/mail-links.ts'
import { findUser } from '../users/users-store.ts'

/** Mails another verification link, which invalidates the older one. */
export async function resendVerification(deps: Deps, id: number, by: By): Promise<Row<'users'>> {
  const user = await findUser(deps.db, id)
  if (!user) throw userNotFound()
  if (!mayChange(by.viewer, user, 'isVerified')) throw forbidden('You are not allowed to verify this account')
  if (user.isVerified) throw conflict('This email address is already verified')
  await requireMayMail(deps, 'verification', user.email)
  const time = deps.now().toISOString()
  await deps.db.transaction().execute(async tx => {
    await queueLinkMail(tx, deps, { kind: 'verification', email: user.email })
    const details = { id, email: user.email }
    await recordAudit(tx, { action: 'USER_VERIFICATION_RESENT', details, by, time })
  })
  return user
}

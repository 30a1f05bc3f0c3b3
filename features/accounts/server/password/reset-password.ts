import { queueMail } from '#features/mail/server/queue-mail.ts'
import type { Deps } from '#kit/server/deps.ts'
import { HttpError } from '#kit/server/http/errors.ts'
import { findMailToken, useMailToken } from '../tokens/mail-tokens-store.ts'
import { hashToken } from '../tokens/tokens.ts'
import { replacePassword } from '../users/revoke-access.ts'
import { findUser } from '../users/users-store.ts'
import { requirePasswordSignIn } from './password-sign-in.ts'
import { hashPassword } from './passwords.ts'

/**
 * Sets a new password with a mailed link, which also verifies the address, and ends all sessions. Keeps passkeys,
 * unless the address was unverified until now: someone else may have added them.
 */
export async function resetPassword(
  deps: Deps,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> {
  const { db, now } = deps
  const tokenHash = hashToken(token)
  // Check the token before hashing too, so that a made-up one costs nothing.
  await requirePasswordSignIn(deps, (await findOwner(deps, tokenHash)).email)
  const passwordHash = await hashPassword(newPassword)
  await db.transaction().execute(async tx => {
    const owner = await findOwner({ ...deps, db: tx }, tokenHash)
    if (!(await useMailToken(tx, tokenHash, now().toISOString()))) throw invalidLink()
    await replacePassword(tx, owner, passwordHash)
    await queueMail(tx, deps, { kind: 'password-changed', to: owner })
  })
}

async function findOwner(
  { db, now }: { db: Parameters<typeof findUser>[0]; now: Deps['now'] },
  tokenHash: string,
) {
  const found = await findMailToken(db, { tokenHash, purpose: 'password-reset' })
  const user = found && (await findUser(db, found.userId))
  if (!user || user.email !== found.email || found.usedAt !== null) throw invalidLink()
  if (found.expiresAt <= now().toISOString()) throw expiredLink()
  return user
}

const invalidLink = () =>
  new HttpError(
    400,
    'This link for a new password is not valid, or was used already. Please request a new one.',
  )

const expiredLink = () =>
  new HttpError(410, 'This link for a new password has expired. Please request a new one.', { expired: true })

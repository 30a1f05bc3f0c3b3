import type { FastifyRequest } from 'fastify'
import { recordAudit } from '#server/audit/record-audit.ts'
import { findUserByEmail } from '#server/data/users-store.ts'
import type { UserRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { forbidden, HttpError } from '#server/http/errors.ts'
import { verifyPassword } from './passwords.ts'
import { throttled } from './sign-in-throttle.ts'

/**
 * The account with these credentials, or null. Failures are counted and recorded in the audit log. The
 * account may still be disabled or unverified.
 */
export async function findByPassword(
  deps: Deps,
  request: Pick<FastifyRequest, 'ip' | 'headers'>,
  { email, password }: { email: string; password: string },
): Promise<UserRow | null> {
  const { db, now } = deps
  const check = async () => {
    const user = await findUserByEmail(db, email)
    const right = await verifyPassword(user?.passwordHash, password)
    return user && right ? user : null
  }
  const by = { viewer: null, request }
  return throttled(deps, { email, ip: request.ip }, check, async tx =>
    recordAudit(tx, { action: 'SIGN_IN_FAILED', details: { email }, by, time: now().toISOString() }),
  )
}

/**
 * Whether an account may do nothing at all. The primary admin is
 * never disabled; otherwise no one could let the others in again.
 */
export const isDisabled = (user: Pick<UserRow, 'canLogin' | 'isPrimaryAdmin'>) =>
  !user.canLogin && !user.isPrimaryAdmin

export const isUnverified = (user: Pick<UserRow, 'isVerified' | 'isPrimaryAdmin'>) =>
  !user.isVerified && !user.isPrimaryAdmin

/** Rejects a disabled or unverified account. Call it only for a user who has proved that the account is theirs. */
export function requireMaySignIn(user: UserRow): void {
  if (isDisabled(user))
    throw forbidden('Your account has been disabled. Please contact your administrator.', 'account_disabled')
  if (!isUnverified(user)) return
  throw new HttpError(403, 'Please verify your email address before signing in.', {
    code: 'email_not_verified',
    needsVerification: true,
    email: user.email,
  })
}

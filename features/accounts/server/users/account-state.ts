import type { Row } from '#kit/server/database/schema.ts'
import { forbidden, HttpError, notFound } from '#kit/server/http/errors.ts'

export const userNotFound = () => notFound('User not found')

/**
 * Whether an account may do nothing at all. The primary admin is
 * never disabled; otherwise no one could let the others in again.
 */
export const isDisabled = (user: Pick<Row<'users'>, 'canLogin' | 'isPrimaryAdmin'>) =>
  !user.canLogin && !user.isPrimaryAdmin

export const isUnverified = (user: Pick<Row<'users'>, 'isVerified' | 'isPrimaryAdmin'>) =>
  !user.isVerified && !user.isPrimaryAdmin

/** Rejects a disabled or unverified account. Call it only for a user who has proved that the account is theirs. */
export function requireMaySignIn(user: Row<'users'>): void {
  if (isDisabled(user))
    throw forbidden('Your account has been disabled. Please contact your administrator.', 'account_disabled')
  if (!isUnverified(user)) return
  throw new HttpError(403, 'Please verify your email address before signing in.', {
    code: 'email_not_verified',
    needsVerification: true,
    email: user.email,
  })
}

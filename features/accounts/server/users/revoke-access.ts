import type { Db, Row } from '#kit/server/database/schema.ts'
import { removePasskeysOfUser } from '../passkeys/passkeys-store.ts'
import { unusablePasswordHash } from '../password/passwords.ts'
import { forgetSignInFailures } from '../password/sign-in-throttle.ts'
import { removeSessionsOfUser } from '../sessions/sessions-store.ts'
import { removeOtherLinks } from '../single-sign-on/sign-on-store.ts'
import { removeAccessTokensOfUser } from '../tokens/access-tokens-store.ts'
import { removeFeed } from '../tokens/calendar-feeds-store.ts'
import { removeTokensOfUser } from '../tokens/mail-tokens-store.ts'
import { isUnverified } from './account-state.ts'
import { updateUser } from './users-store.ts'

type NewAccess = {
  /** The owner's identity at the issuer; null if they came by a mailed link. */
  link: Pick<Row<'issuerLinks'>, 'issuer' | 'subject'> | null
  passwordHash?: string
}

/**
 * Gives an account with an unverified address to the owner of that address, and first revokes everything that
 * gave access to it. Any new way into accounts must be revoked here too.
 */
export async function revokeAccessAndVerify(
  tx: Db,
  userId: number,
  { link, passwordHash = unusablePasswordHash() }: NewAccess,
): Promise<Row<'users'> | undefined> {
  await removeSessionsOfUser(tx, userId)
  await removeAccessTokensOfUser(tx, userId)
  await removePasskeysOfUser(tx, userId)
  await removeFeed(tx, userId)
  await removeTokensOfUser(tx, userId)
  await removeOtherLinks(tx, userId, link)
  return updateUser(tx, userId, { passwordHash, isVerified: true })
}

/**
 * Sets a new password for a user who has proved that the account's address
 * is theirs, unlocks it, and ends its sessions, access tokens and mailed links. Passkeys stay, unless
 * the address was unverified: in that case someone else may have added them.
 */
export async function replacePassword(tx: Db, owner: Row<'users'>, passwordHash: string): Promise<void> {
  await forgetSignInFailures(tx, owner.email)
  if (isUnverified(owner)) {
    await revokeAccessAndVerify(tx, owner.id, { link: null, passwordHash })
    return
  }
  await updateUser(tx, owner.id, { passwordHash, isVerified: true })
  await removeSessionsOfUser(tx, owner.id)
  await removeAccessTokensOfUser(tx, owner.id)
  await removeTokensOfUser(tx, owner.id, 'password-reset')
}

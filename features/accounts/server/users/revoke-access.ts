import { removePushDevicesOfUser } from '#features/push/server/push-devices-store.ts'
import { change, remove } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { unusablePasswordHash } from '../password/passwords.ts'
import { forgetSignInFailures } from '../password/sign-in-throttle.ts'
import { removeTokensOfUser } from '../tokens/mail-links.ts'
import { isUnverified } from './account-state.ts'

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
  await remove(tx, 'accessTokens', { userId })
  // A challenge, too, may be about to become a passkey.
  await remove(tx, 'passkeyChallenges', { userId })
  await remove(tx, 'passkeys', { userId })
  await remove(tx, 'calendarFeeds', { userId })
  await removeTokensOfUser(tx, userId)
  let links = tx.deleteFrom('issuerLinks').where('userId', '=', userId)
  if (link)
    links = links.where(eb => eb.or([eb('issuer', '!=', link.issuer), eb('subject', '!=', link.subject)]))
  await links.execute()
  const [user] = await change(tx, 'users', { id: userId }, { passwordHash, isVerified: true })
  return user
}

/**
 * Sets a new password for a user who has proved that the account's address
 * is theirs, unlocks it, and ends its sessions, access tokens and mailed links. Passkeys stay, unless
 * the address was unverified: in that case someone else may have added them.
 */
export async function replacePassword(tx: Db, owner: Row<'users'>, passwordHash: string): Promise<void> {
  const { id, email } = owner
  await forgetSignInFailures(tx, email)
  if (isUnverified(owner)) {
    await revokeAccessAndVerify(tx, id, { link: null, passwordHash })
    return
  }
  await change(tx, 'users', { id }, { passwordHash, isVerified: true })
  await removeSessionsOfUser(tx, id)
  await remove(tx, 'accessTokens', { userId: id })
  await remove(tx, 'mailTokens', { userId: id, purpose: 'password-reset' })
}

/** Ends all sessions of a user and the notifications of their browsers, except the one named by `except`. */
export async function removeSessionsOfUser(
  tx: Db,
  userId: number,
  except: string | null = null,
): Promise<void> {
  let query = tx.deleteFrom('sessions').where('userId', '=', userId)
  if (except !== null) query = query.where('tokenHash', '!=', except)
  await query.execute()
  await removePushDevicesOfUser(tx, userId, except)
}

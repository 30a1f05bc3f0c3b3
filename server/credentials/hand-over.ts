import { removeFeed } from '#server/data/calendar-feeds-store.ts'
import { removeTokensOfUser } from '#server/data/mail-tokens-store.ts'
import { removePasskeysOfUser } from '#server/data/passkeys-store.ts'
import { removeSessionsOfUser } from '#server/data/sessions-store.ts'
import { removeOtherLinks } from '#server/data/sign-on-store.ts'
import { updateUser } from '#server/data/users-store.ts'
import type { Db, IssuerLinkRow, UserRow } from '#server/database/schema.ts'
import { isUnverified } from './find-by-password.ts'
import { unusablePasswordHash } from './passwords.ts'

type NewWayIn = {
  /** Where the owner is known at the issuer; null where they came by a mailed link. */
  link: Pick<IssuerLinkRow, 'issuer' | 'subject'> | null
  passwordHash?: string
}

/**
 * Hands an account over to the owner of its address, which nobody had verified: whatever opened it ends first. What opens
 * accounts and is added later belongs in here, too.
 */
export async function handOver(
  tx: Db,
  userId: number,
  { link, passwordHash = unusablePasswordHash() }: NewWayIn,
): Promise<UserRow | undefined> {
  await removeSessionsOfUser(tx, userId)
  await removePasskeysOfUser(tx, userId)
  await removeFeed(tx, userId)
  await removeTokensOfUser(tx, userId)
  await removeOtherLinks(tx, userId, link)
  return updateUser(tx, userId, { passwordHash, isVerified: true })
}

/**
 * Gives an account the password of somebody who has shown that its address is theirs; sessions and mailed links end. Passkeys
 * stay, unless nobody had proved the address: until now it may have been somebody else's, who put it into the account.
 */
export async function replacePassword(tx: Db, owner: UserRow, passwordHash: string): Promise<void> {
  if (isUnverified(owner)) {
    await handOver(tx, owner.id, { link: null, passwordHash })
    return
  }
  await updateUser(tx, owner.id, { passwordHash, isVerified: true })
  await removeSessionsOfUser(tx, owner.id)
  await removeTokensOfUser(tx, owner.id, 'password-reset')
}

import type { Deps } from '#kit/server/deps.ts'
import { HttpError } from '#kit/server/http/errors.ts'
import { findMailToken, useMailToken } from '../tokens/mail-tokens-store.ts'
import { hashToken } from '../tokens/tokens.ts'
import { findUser, updateUser } from '../users/users-store.ts'

/** Verifies the address that a link was mailed to. A second visit also succeeds but changes nothing. */
export async function verifyAddress({ db, now }: Deps, token: string): Promise<void> {
  const tokenHash = hashToken(token)
  const time = now().toISOString()
  await db.transaction().execute(async tx => {
    const found = await findMailToken(tx, { tokenHash, purpose: 'verification' })
    const user = found && (await findUser(tx, found.userId))
    // A link to a previous address proves nothing about the current one.
    if (!user || user.email !== found.email) throw invalidLink()
    if (found.expiresAt <= time) throw expiredLink()
    if (await useMailToken(tx, tokenHash, time)) await updateUser(tx, user.id, { isVerified: true })
  })
}

const invalidLink = () =>
  new HttpError(400, 'This verification link is not valid. Please request a new verification email.')

const expiredLink = () =>
  new HttpError(410, 'This verification link has expired. Please request a new verification email.', {
    expired: true,
  })

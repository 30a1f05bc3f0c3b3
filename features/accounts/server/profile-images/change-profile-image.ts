import { type By, recordAudit } from '#features/audit/server/record-audit.ts'
import type { EncodedImage } from '#features/images/server/encode-image.ts'
import { replaceImage } from '#features/images/server/images-store.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { forbidden, notSignedIn } from '#kit/server/http/errors.ts'
import { mayChange } from '../../ranks.ts'
import { lockActorAndTarget } from '../users/lock-actor-and-target.ts'
import { updateUser } from '../users/users-store.ts'

/** Replaces or removes a user's profile image; the old image is deleted unless it is used elsewhere. */
export async function changeProfileImage(
  { db, now }: Deps,
  userId: number,
  image: EncodedImage | null,
): Promise<Row<'users'>> {
  return db.transaction().execute(async tx => {
    const user = await replaceProfileImage(tx, { id: userId, image, time: now().toISOString() })
    if (!user) throw notSignedIn()
    return user
  })
}

/** Sets or removes another user's profile image if the actor's rank allows it. */
export async function changeImageOf(
  { db, now }: Deps,
  { id, image, by }: { id: number; image: EncodedImage | null; by: By },
): Promise<Row<'users'>> {
  const time = now().toISOString()
  return db.transaction().execute(async tx => {
    const { actor, target } = await lockActorAndTarget(tx, by.viewer, id)
    // The rules for the name apply to the image too.
    if (!mayChange(actor, target, 'firstName'))
      throw forbidden('Only the primary admin can change its own profile image')
    if (target.imageHash === (image?.hash ?? null)) return target
    const user = (await replaceProfileImage(tx, { id, image, time })) ?? target
    await recordAudit(tx, {
      action: image ? 'USER_IMAGE_UPDATED' : 'USER_IMAGE_REMOVED',
      details: { id, email: target.email, before: target.imageHash, after: user.imageHash },
      by,
      time,
    })
    return user
  })
}

/** Must run in a transaction; returns undefined if the user does not exist. */
async function replaceProfileImage(
  tx: Db,
  { id, image, time }: { id: number; image: EncodedImage | null; time: string },
): Promise<Row<'users'> | undefined> {
  const user = await updateUser(tx, id, { imageHash: image?.hash ?? null })
  if (user) await replaceImage(tx, image, time)
  return user
}

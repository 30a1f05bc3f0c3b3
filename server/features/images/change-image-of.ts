import { mayChange } from '#domain/ranks.ts'
import { type By, recordAudit } from '#server/audit/record-audit.ts'
import type { UserRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { lockActorAndTarget } from '#server/features/accounts/users/lock-actor-and-target.ts'
import { forbidden } from '#server/http/errors.ts'
import type { EncodedImage } from '#server/images/encode-image.ts'
import { replaceProfileImage } from './change-image.ts'

type Change = { id: number; image: EncodedImage | null; by: By }

/** Sets or removes another user's profile image if the actor's rank allows it. */
export async function changeImageOf({ db, now }: Deps, { id, image, by }: Change): Promise<UserRow> {
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

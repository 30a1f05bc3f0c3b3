import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { By } from '#features/audit/server/record-audit.ts'
import { write } from '#features/audit/server/write.ts'
import { type EncodedImage, encodeImage } from '#features/images/server/encode-image.ts'
import { cardImageUrl } from '#features/images/server/image-url.ts'
import { replaceImage } from '#features/images/server/images-store.ts'
import { change, find } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { forbidden, notSignedIn } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { requireSelf } from '#kit/server/http/viewer.ts'
import { removeProfileImage, uploadProfileImage } from '../../own-profile-image-contract.ts'
import {
  listProfileImages,
  profileImageQuota,
  removeImageOf,
  uploadImageOf,
} from '../../profile-images-contract.ts'
import { mayChange } from '../../ranks.ts'
import { userNotFound } from '../users/account-state.ts'
import { lockActorAndTarget } from '../users/lock-actor-and-target.ts'
import { presentUser } from '../users/present-user.ts'

/** One's own profile image, and all of them for super-users. */
export function profileImagesApi(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  serve(app, uploadProfileImage, async call => {
    requireSelf(call.viewer, call.params.id)
    const image = await encodeImage(call.file)
    return presentUser(await changeOwnImage(call, image))
  })

  serve(app, removeProfileImage, async call => {
    requireSelf(call.viewer, call.params.id)
    await changeOwnImage(call, null)
  })

  const changeOwnImage = async (by: By, image: EncodedImage | null) =>
    write(deps, by, async ({ tx, time }) => {
      const user = await saveImage(tx, { id: by.viewer.id, image, time })
      if (!user) throw notSignedIn()
      return user
    })

  serve(app, listProfileImages, async () => {
    const rows = await db
      .selectFrom('users')
      .innerJoin('images', 'images.hash', 'users.imageHash')
      .select(['users.id', 'firstName', 'lastName', 'email', 'campusCode', 'department', 'isPrimaryAdmin'])
      .select(['images.hash as imageHash', 'images.createdAt as storedAt'])
      .select(sql<number>`length(images.bytes) + length(images."cardBytes")`.as('bytes'))
      .orderBy('users.id')
      .execute()
    const sizes = new Map(rows.map(({ imageHash, bytes }) => [imageHash, bytes]))
    return {
      images: rows.map(({ imageHash, ...row }) => ({
        ...row,
        profileImageUrl: cardImageUrl(imageHash) ?? '',
      })),
      totalBytes: [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0),
      quotaBytes: profileImageQuota,
    }
  })

  serve(app, uploadImageOf, async call => {
    const { id } = call.params
    // Checked before the expensive decoding; changeImageOf checks the permission.
    if (!(await find(db, 'users', { id }))) throw userNotFound()
    return presentUser(await changeImageOf(id, await encodeImage(call.file), call))
  })

  serve(app, removeImageOf, async call => {
    await changeImageOf(call.params.id, null, call)
  })

  const changeImageOf = async (id: number, image: EncodedImage | null, by: By) =>
    write(deps, by, async ({ tx, time, audit }) => {
      const { actor, target } = await lockActorAndTarget(tx, by.viewer, id)
      // The rules for the name apply to the image too.
      if (!mayChange(actor, target, 'firstName'))
        throw forbidden('Only the primary admin can change its own profile image')
      const { email, imageHash: before } = target
      if (before === (image?.hash ?? null)) return target
      const user = (await saveImage(tx, { id, image, time })) ?? target
      const action = image ? 'USER_IMAGE_UPDATED' : 'USER_IMAGE_REMOVED'
      await audit(action, { id, email, before, after: user.imageHash })
      return user
    })
}

/** The old image is deleted unless it is used elsewhere. Returns undefined if the user does not exist. */
async function saveImage(
  tx: Db,
  { id, image, time }: { id: number; image: EncodedImage | null; time: string },
): Promise<Row<'users'> | undefined> {
  const [user] = await change(tx, 'users', { id }, { imageHash: image?.hash ?? null })
  if (user) await replaceImage(tx, image, time)
  return user
}

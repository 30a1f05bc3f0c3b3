import type { FastifyInstance } from 'fastify'
import { removeProfileImage, uploadProfileImage } from '#contract/own-profile-image.ts'
import {
  listProfileImages,
  profileImageQuota,
  removeImageOf,
  uploadImageOf,
} from '#contract/profile-images.ts'
import { listProfileImageRows } from '#server/data/images-store.ts'
import { findUser } from '#server/data/users-store.ts'
import type { Deps } from '#server/deps.ts'
import { presentUser } from '#server/features/accounts/users/present-user.ts'
import { userNotFound } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { requireSelf } from '#server/http/viewer.ts'
import { encodeImage } from '#server/images/encode-image.ts'
import { cardImageUrl } from '#server/images/image-url.ts'
import { changeImageOf, changeProfileImage } from './change-profile-image.ts'

/** One's own profile image, and all of them for super-users. */
export function profileImagesApi(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  serve(app, uploadProfileImage, async ({ params, viewer, file }) => {
    requireSelf(viewer, params.id)
    return presentUser(await changeProfileImage(deps, viewer.id, await encodeImage(file)))
  })

  serve(app, removeProfileImage, async ({ params, viewer }) => {
    requireSelf(viewer, params.id)
    await changeProfileImage(deps, viewer.id, null)
  })

  serve(app, listProfileImages, async () => {
    const rows = await listProfileImageRows(db)
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
    if (!(await findUser(db, id))) throw userNotFound()
    return presentUser(await changeImageOf(deps, { id, image: await encodeImage(call.file), by: call }))
  })

  serve(app, removeImageOf, async call => {
    await changeImageOf(deps, { id: call.params.id, image: null, by: call })
  })
}

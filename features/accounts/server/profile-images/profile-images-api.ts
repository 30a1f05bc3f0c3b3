import type { FastifyInstance } from 'fastify'
import { encodeImage } from '#features/images/server/encode-image.ts'
import { cardImageUrl } from '#features/images/server/image-url.ts'
import { listProfileImageRows } from '#features/images/server/images-store.ts'
import type { Deps } from '#kit/server/deps.ts'
import { userNotFound } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { requireSelf } from '#kit/server/http/viewer.ts'
import { removeProfileImage, uploadProfileImage } from '../../own-profile-image-contract.ts'
import {
  listProfileImages,
  profileImageQuota,
  removeImageOf,
  uploadImageOf,
} from '../../profile-images-contract.ts'
import { presentUser } from '../users/present-user.ts'
import { findUser } from '../users/users-store.ts'
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

import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { Id, Timestamp } from '#kit/contract/fields.ts'
import { megabytes } from '#kit/rules/units.ts'
import { uploadProfileImage } from './own-profile-image-contract.ts'
import { Account } from './people-contract.ts'

/**
 * The total size that profile images should stay below. Beyond it, nothing is rejected, but administrators
 * are warned.
 */
export const profileImageQuota = 20 * megabytes

export const ProfileImage = z.object({
  /** The user's id. */
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  campusCode: z.string(),
  department: z.string(),
  isPrimaryAdmin: z.boolean(),
  profileImageUrl: z.string(),
  /** The space that it takes in the database, in all its sizes. */
  bytes: z.int(),
  /** When the picture was stored. */
  storedAt: Timestamp,
})
export type ProfileImage = z.output<typeof ProfileImage>

export const listProfileImages = endpoint('GET /api/admin/profile-images', 'super-user', {
  topics: ['profile images'],
  summary:
    'All users with a profile image, and the total size of the images; an image that several users share counts once',
  reply: z.object({ images: z.array(ProfileImage), totalBytes: z.int(), quotaBytes: z.int() }),
})

export const uploadImageOf = endpoint('POST /api/admin/profile-images/:id', 'super-user', {
  summary: 'Set another user’s profile image: JPEG, PNG or WebP; only the primary admin can set its own',
  upload: uploadProfileImage.upload,
  reply: Account,
})

export const removeImageOf = endpoint('DELETE /api/admin/profile-images/:id', 'super-user', {
  summary: 'Remove another user’s profile image; also succeeds if there is none',
})

import { endpoint } from '#kit/contract/endpoint.ts'
import { megabytes } from '#kit/rules/units.ts'
import { User } from './people-contract.ts'

export const uploadProfileImage = endpoint('POST /api/user/:id/profile-image', 'user', {
  summary: 'Set your own profile image: JPEG, PNG or WebP',
  upload: {
    field: 'profileImage',
    maxBytes: 10 * megabytes - 1,
    tooLarge: 'Profile image must be less than 10MB',
    toDisk: true,
  },
  reply: User,
})

export const removeProfileImage = endpoint('DELETE /api/user/:id/profile-image', 'user', {
  summary: 'Remove your own profile image; also succeeds if there is none',
})

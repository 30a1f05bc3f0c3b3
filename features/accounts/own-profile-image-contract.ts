import { endpoint } from '#kit/contract/endpoint.ts'
import { IdParams, NoContent } from '#kit/contract/fields.ts'
import { megabytes } from '#kit/rules/units.ts'
import { User } from './people-contract.ts'

export const uploadProfileImage = endpoint({
  method: 'POST',
  path: '/api/user/:id/profile-image',
  access: 'user',
  summary: 'Set your own profile image: JPEG, PNG or WebP',
  params: IdParams,
  upload: {
    field: 'profileImage',
    maxBytes: 10 * megabytes - 1,
    tooLarge: 'Profile image must be less than 10MB',
    toDisk: true,
  },
  replies: { 200: User },
})

export const removeProfileImage = endpoint({
  method: 'DELETE',
  path: '/api/user/:id/profile-image',
  access: 'user',
  summary: 'Remove your own profile image; also succeeds if there is none',
  params: IdParams,
  replies: { 204: NoContent },
})

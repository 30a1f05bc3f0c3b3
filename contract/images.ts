import * as z from 'zod/mini'
import { megabytes } from '#domain/units.ts'
import { endpoint } from './endpoint.ts'
import { Bytes, IdParams, NoContent } from './fields.ts'
import { User } from './people.ts'
import { Restaurant } from './restaurants.ts'

/** What a file chooser offers and the server accepts. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

export const onlyImages = 'Only JPEG, PNG and WebP images are accepted'

export const imageLimits = { pixels: 40_000_000, side: 12_000 }
/**
 * Photos and panoramas of phones. A JPEG is scaled down while it is decoded, so it takes no more memory than others; not
 * so a progressive one, whose coefficients are all kept until the last scan. The browser scales it down before.
 */
export const jpegLimits = { pixels: 100_000_000, side: 20_000 }

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

export const uploadRestaurantImage = endpoint({
  method: 'POST',
  path: '/api/restaurant/:id/image',
  access: 'admin',
  summary: 'Set a restaurant’s image: JPEG, PNG or WebP',
  params: IdParams,
  upload: {
    field: 'restaurantImage',
    maxBytes: 5 * megabytes,
    tooLarge: 'Image must be at most 5MB',
    toDisk: true,
  },
  replies: { 200: Restaurant },
})

export const removeRestaurantImage = endpoint({
  method: 'DELETE',
  path: '/api/restaurant/:id/image',
  access: 'admin',
  summary: 'Remove a restaurant’s image; also succeeds if there is none',
  params: IdParams,
  replies: { 204: NoContent },
})

const HashParams = z.object({ hash: z.string() })

export const getImage = endpoint({
  method: 'GET',
  path: '/api/images/:hash',
  access: 'user',
  summary: 'An image, at most 1600 px; it never changes',
  params: HashParams,
  produces: 'image/webp',
  replies: { 200: Bytes, 304: NoContent },
})

export const getCardImage = endpoint({
  method: 'GET',
  path: '/api/images/:hash/card',
  access: 'user',
  summary: 'The small variant of an image, for cards; it never changes',
  params: HashParams,
  produces: 'image/webp',
  replies: { 200: Bytes, 304: NoContent },
})

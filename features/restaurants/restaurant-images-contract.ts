import { endpoint } from '#kit/contract/endpoint.ts'
import { IdParams, NoContent } from '#kit/contract/fields.ts'
import { megabytes } from '#kit/rules/units.ts'
import { Restaurant } from './contract.ts'

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

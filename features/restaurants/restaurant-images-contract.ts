import { endpoint } from '#kit/contract/endpoint.ts'
import { megabytes } from '#kit/rules/units.ts'
import { Restaurant } from './contract.ts'

export const uploadRestaurantImage = endpoint('POST /api/restaurant/:id/image', 'admin', {
  summary: 'Set a restaurant’s image: JPEG, PNG or WebP',
  upload: {
    field: 'restaurantImage',
    maxBytes: 5 * megabytes,
    tooLarge: 'Image must be at most 5MB',
    toDisk: true,
  },
  reply: Restaurant,
})

export const removeRestaurantImage = endpoint('DELETE /api/restaurant/:id/image', 'admin', {
  summary: 'Remove a restaurant’s image; also succeeds if there is none',
})

import * as z from 'zod/mini'
import { Restaurant } from '#features/restaurants/contract.ts'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { ErrorBody, errorWith } from '#kit/contract/errors.ts'
import { Id, IdParams, Timestamp } from '#kit/contract/fields.ts'

export const Favorite = z.object({
  id: Id,
  userId: Id,
  restaurantId: Id,
  createdAt: Timestamp,
  /** null when the restaurant was deleted. */
  restaurant: z.nullable(Restaurant),
})
export type Favorite = z.output<typeof Favorite>

export const listFavorites = endpoint('GET /api/favorites', 'user', {
  topics: ['restaurants', 'favorites'],
  summary: 'Your favorites, latest first',
  reply: z.array(Favorite),
})

export const listFavoriteIds = endpoint('GET /api/favorites/restaurant-ids', 'user', {
  topics: ['favorite ids'],
  summary: 'The restaurants of your favorites by their ids alone, latest first, for Home',
  reply: z.array(Id),
})

export const addFavorite = endpoint('POST /api/favorites', 'user', {
  summary: 'Add a favorite; adding it twice returns the existing one; 409 with details over the limit',
  body: z.object({ restaurantId: Id }),
  replies: { 200: Favorite, 201: Favorite },
  errors: { 404: ErrorBody, 409: errorWith({ details: z.optional(z.string()) }) },
})

export const removeFavorite = endpoint('DELETE /api/favorites/:id', 'user', {
  summary: 'Remove a favorite by its own id',
})

// Rejects what a page sends if it doesn't know the restaurant, such as the text 'undefined'.
const RestaurantReference = z
  .string()
  .check(z.regex(/^[1-9]\d*$/, 'Could not delete favorite: Missing restaurant reference'))

export const removeFavoriteOfRestaurant = endpoint(
  'DELETE /api/favorites/by-restaurant/:restaurantId',
  'user',
  {
    summary: 'Remove a favorite by its restaurant',
    params: z.object({
      restaurantId: described(z.pipe(RestaurantReference, IdParams.shape.id), 'The id of a restaurant.'),
    }),
  },
)

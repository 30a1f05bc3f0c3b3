import * as z from 'zod/mini'
import { Restaurant } from '#features/restaurants/contract.ts'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { ErrorBody, errorWith } from '#kit/contract/errors.ts'
import { Id, IdParams, NoContent, Timestamp } from '#kit/contract/fields.ts'

export const Favorite = z.object({
  id: Id,
  userId: Id,
  restaurantId: Id,
  createdAt: Timestamp,
  /** null when the restaurant was deleted. */
  restaurant: z.nullable(Restaurant),
})
export type Favorite = z.output<typeof Favorite>

export const listFavorites = endpoint({
  method: 'GET',
  path: '/api/favorites',
  access: 'user',
  topics: ['restaurants', 'favorites'],
  summary: 'Your favorites, latest first',
  replies: { 200: z.array(Favorite) },
})

export const listFavoriteIds = endpoint({
  method: 'GET',
  path: '/api/favorites/restaurant-ids',
  access: 'user',
  topics: ['favorite ids'],
  summary: 'The restaurants of your favorites by their ids alone, latest first, for Home',
  replies: { 200: z.array(Id) },
})

export const addFavorite = endpoint({
  method: 'POST',
  path: '/api/favorites',
  access: 'user',
  summary: 'Add a favorite; adding it twice returns the existing one; 409 with details over the limit',
  body: z.object({ restaurantId: Id }),
  replies: { 200: Favorite, 201: Favorite },
  errors: { 404: ErrorBody, 409: errorWith({ details: z.optional(z.string()) }) },
})

export const removeFavorite = endpoint({
  method: 'DELETE',
  path: '/api/favorites/:id',
  access: 'user',
  summary: 'Remove a favorite by its own id',
  params: IdParams,
  replies: { 204: NoContent },
})

// Rejects what a page sends if it doesn't know the restaurant, such as the text 'undefined'.
const RestaurantReference = z
  .string()
  .check(z.regex(/^[1-9]\d*$/, 'Could not delete favorite: Missing restaurant reference'))

export const removeFavoriteOfRestaurant = endpoint({
  method: 'DELETE',
  path: '/api/favorites/by-restaurant/:restaurantId',
  access: 'user',
  summary: 'Remove a favorite by its restaurant',
  params: z.object({
    restaurantId: described(z.pipe(RestaurantReference, IdParams.shape.id), 'The id of a restaurant.'),
  }),
  replies: { 204: NoContent },
})

import * as z from 'zod/mini'
import { Restaurant } from '#features/restaurants/contract.ts'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { Day, Id, IdParams, NoContent } from '#kit/contract/fields.ts'

export const Visit = z.object({
  id: Id,
  restaurantId: Id,
  date: z.string(),
  /** The lunch that it comes from; null for one that was entered by hand. */
  lunchId: z.nullable(Id),
  /** null when the restaurant was deleted. */
  restaurant: z.nullable(Restaurant),
})
export type Visit = z.output<typeof Visit>

export const RecentVisit = z.pick(Visit, { restaurantId: true, date: true, lunchId: true })
export type RecentVisit = z.output<typeof RecentVisit>

export const listVisits = endpoint({
  method: 'GET',
  path: '/api/visits',
  access: 'user',
  topics: ['restaurants', 'visits'],
  summary: 'Your visits, latest first',
  replies: { 200: z.array(Visit) },
})

export const addVisit = endpoint({
  method: 'POST',
  path: '/api/visits',
  access: 'user',
  summary: 'Add a visit, today or up to 30 days back; an existing visit on that day is returned',
  body: z.object({ restaurantId: Id, date: z.optional(Day) }),
  replies: { 200: Visit, 201: Visit },
})

export const removeVisit = endpoint({
  method: 'DELETE',
  path: '/api/visits/:id',
  access: 'user',
  summary: 'Remove one of your visits',
  params: IdParams,
  replies: { 204: NoContent },
})

export const listVisitsToRate = endpoint({
  method: 'GET',
  path: '/api/visits/to-rate',
  access: 'user',
  topics: ['restaurants', 'visits', 'hidden places'],
  summary:
    'Your visits of the last 14 days to places that you have not rated since, unless dismissed; latest first',
  replies: { 200: z.array(Visit) },
})

export const dismissVisit = endpoint({
  method: 'POST',
  path: '/api/visits/:id/dismissal',
  access: 'user',
  summary: 'Dismiss a visit, so that you are no longer asked to rate it',
  params: IdParams,
  replies: { 204: NoContent },
})

const NullableDay = z.nullable(z.string())

export const getRestaurantVisits = endpoint({
  method: 'GET',
  path: '/api/restaurants/:id/visits',
  access: 'user',
  topics: ['visits'],
  summary: 'When you visited a restaurant, and how many others did; nothing about fewer than three others',
  params: IdParams,
  replies: {
    200: z.object({
      lastOwn: NullableDay,
      ownCount: z.int(),
      /** The last day on which at least three others of the user's own campus were there. */
      lastOfCampus: NullableDay,
      /** null if it would be about fewer than three others. */
      peopleLast30Days: z.nullable(z.int()),
    }),
  },
})

export const listHidden = endpoint({
  method: 'GET',
  path: '/api/hidden',
  access: 'user',
  topics: ['hidden places'],
  summary: 'The ids of the restaurants that you have hidden',
  replies: { 200: z.array(Id) },
})

const HiddenParams = z.object({ restaurantId: described(IdParams.shape.id, 'The id of a restaurant.') })

export const hideRestaurant = endpoint({
  method: 'PUT',
  path: '/api/hidden/:restaurantId',
  access: 'user',
  summary: 'Hide a restaurant from your list, picks and suggestions',
  params: HiddenParams,
  replies: { 204: NoContent },
})

export const showRestaurant = endpoint({
  method: 'DELETE',
  path: '/api/hidden/:restaurantId',
  access: 'user',
  summary: 'Show a hidden restaurant in your list again',
  params: HiddenParams,
  replies: { 204: NoContent },
})

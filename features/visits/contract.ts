import * as z from 'zod/mini'
import { Restaurant } from '#features/restaurants/contract.ts'
import { described } from '#kit/contract/documented.ts'
import { endpoint, type Reply } from '#kit/contract/endpoint.ts'
import { Day, Id, IdParams, Timestamp } from '#kit/contract/fields.ts'
import { PersonWithImage } from '#kit/contract/person-fields.ts'

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

/** The others of a visit's lunch who have rated its place since; only of at least three. */
const TableRatings = z.object({ averageRating: z.number(), people: z.array(PersonWithImage) })

const VisitOfTable = z.extend(Visit, {
  /** The average of the others of its lunch who have rated the place since; missing if fewer than three have. */
  tableAverage: z.optional(z.number()),
})
export type VisitOfTable = z.output<typeof VisitOfTable>

export const listVisits = endpoint('GET /api/visits', 'user', {
  topics: ['restaurants', 'visits'],
  summary: 'Your visits, latest first',
  reply: z.array(VisitOfTable),
})

export const addVisit = endpoint('POST /api/visits', 'user', {
  summary: 'Add a visit, today or up to 30 days back; an existing visit on that day is returned',
  body: z.object({ restaurantId: Id, date: z.optional(Day) }),
  replies: { 200: Visit, 201: Visit },
})

export const removeVisit = endpoint('DELETE /api/visits/:id', 'user', {
  summary: 'Remove one of your visits',
})

export const listVisitsToRate = endpoint('GET /api/visits/to-rate', 'user', {
  topics: ['restaurants', 'visits', 'hidden places'],
  summary:
    'Your visits of the last 14 days to places that you have not rated since, unless dismissed; latest first',
  reply: z.array(Visit),
})

export const dismissVisit = endpoint('POST /api/visits/:id/dismissal', 'user', {
  summary: 'Dismiss a visit, so that you are no longer asked to rate it',
})

export const getVerdict = endpoint('GET /api/visits/:id/verdict', 'user', {
  summary:
    'How the others of your visit’s lunch have rated its place since, if at least three have, and how all staff did',
  reply: z.object({
    table: z.nullable(TableRatings),
    /** Of all staff. */
    averageRating: z.nullable(z.number()),
    ratingCount: z.int(),
    /** How many places of its cuisine near its campus you have rated, and how many there are; null if it is the only one. */
    cuisine: z.nullable(z.object({ name: z.string(), rated: z.int(), count: z.int() })),
    /** When its lunch left; null for a visit that was entered by hand. */
    leftAt: z.nullable(Timestamp),
  }),
})
export type Verdict = Reply<typeof getVerdict>

const NullableDay = z.nullable(z.string())

export const getRestaurantVisits = endpoint('GET /api/restaurants/:id/visits', 'user', {
  topics: ['visits'],
  summary: 'When you visited a restaurant, and how many others did; nothing about fewer than three others',
  reply: z.object({
    lastOwn: NullableDay,
    ownCount: z.int(),
    /** The last day on which at least three others of the user's own campus were there. */
    lastOfCampus: NullableDay,
    /** null if it would be about fewer than three others. */
    peopleLast30Days: z.nullable(z.int()),
  }),
})

export const listHidden = endpoint('GET /api/hidden', 'user', {
  topics: ['hidden places'],
  summary: 'The ids of the restaurants that you have hidden',
  reply: z.array(Id),
})

const HiddenParams = z.object({ restaurantId: described(IdParams.shape.id, 'The id of a restaurant.') })

export const hideRestaurant = endpoint('PUT /api/hidden/:restaurantId', 'user', {
  summary: 'Hide a restaurant from your list, picks and suggestions',
  params: HiddenParams,
})

export const showRestaurant = endpoint('DELETE /api/hidden/:restaurantId', 'user', {
  summary: 'Show a hidden restaurant in your list again',
  params: HiddenParams,
})

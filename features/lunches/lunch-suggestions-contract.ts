import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { ErrorBody } from '#kit/contract/errors.ts'
import { Id } from '#kit/contract/fields.ts'

/** Why a place is suggested to a group. `people` are never fewer than three; no one's own ratings are named. */
export const GroupReason = z.discriminatedUnion('kind', [
  /** So many colleagues who rate as the people of the lunch do liked it. */
  z.object({ kind: z.literal('people'), count: z.int() }),
  /** The average of so many ratings of the whole staff. */
  z.object({ kind: z.literal('average'), count: z.int() }),
])
export type GroupReason = z.output<typeof GroupReason>

export const LunchSuggestion = z.object({
  restaurantId: Id,
  /** The stars that the group would give on average, 1.0 to 5.0 with one decimal; null if nothing is known. */
  expected: z.nullable(z.number()),
  reasons: z.array(GroupReason),
  /** The place meets every diet that the people of the lunch share; otherwise, the field is missing. */
  fitsDiets: z.optional(z.literal(true)),
})
export type LunchSuggestion = z.output<typeof LunchSuggestion>

export const suggestPlaces = endpoint('GET /api/lunches/:id/suggestions', 'user', {
  summary:
    'Up to three places to add to an open vote that the people of the lunch would like together, best first',
  reply: z.array(LunchSuggestion),
  errors: { 409: ErrorBody },
})

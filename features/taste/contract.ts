import * as z from 'zod/mini'
import { CampusKey } from '#features/campuses/contract.ts'
import { RecentVisit, Visit } from '#features/visits/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { Id } from '#kit/contract/fields.ts'

/** The reason for the expected stars. `people` are never fewer than three, and never named. */
export const ForYouReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('people'), count: z.int() }),
  z.object({ kind: z.literal('place'), restaurantId: Id, name: z.string() }),
  z.object({ kind: z.literal('average') }),
])

export const ForYouPlace = z.object({
  restaurantId: Id,
  /** 1.0 to 5.0, one decimal. */
  expected: z.number(),
  reason: ForYouReason,
})
export type ForYouPlace = z.output<typeof ForYouPlace>

export const getForYou = endpoint('GET /api/restaurants/campus/:campusCode/for-you', 'user', {
  topics: ['restaurants', 'visits', 'hidden places'],
  summary:
    'The stars that you would probably give the places near a campus that you have not rated, highest first; also your hidden places and your visits to rate, for Home',
  params: z.object({ campusCode: CampusKey }),
  reply: z.object({
    ready: z.boolean(),
    /** How many more ratings are needed. */
    needed: z.int(),
    places: z.array(ForYouPlace),
    /** The setting `avoid_days`: for how many days random picks leave out places where the user ate. */
    avoidDays: z.int(),
    /** The same as `GET /api/hidden`. */
    hidden: z.array(Id),
    /** The same as `GET /api/visits/to-rate`. */
    toRate: z.array(Visit),
    /** Your visits of as many days as random picks leave out, and at least of the last 14; missing if there are none. */
    visits: z.optional(z.array(RecentVisit)),
  }),
})

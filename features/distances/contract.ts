import * as z from 'zod/mini'
import { ChosenCampus } from '#features/campuses/contract.ts'
import { ExpectedCount } from '#features/restaurants/place-fields.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { OtherCountError } from '#kit/contract/errors.ts'
import { Id, Timestamp } from '#kit/contract/fields.ts'
import { PersonName } from '#kit/contract/person-fields.ts'

/** A restaurant whose distance could not be calculated; its old one stays. */
export const DistanceFailure = z.object({
  restaurantId: Id,
  name: z.string(),
  address: z.string(),
  message: z.string(),
})
export type DistanceFailure = z.output<typeof DistanceFailure>

export const DistanceRun = z.object({
  state: z.enum(['Not Run', 'In Progress', 'Completed']),
  /** null: of all campuses. */
  campusCode: z.nullable(z.string()),
  /** How many restaurants there are to process. */
  count: z.int(),
  /** How many of them are done, including failures. */
  processed: z.int(),
  /** How many addresses it had to locate first, and how many of them are still to be located. */
  addresses: z.int(),
  toLocate: z.int(),
  failures: z.array(DistanceFailure),
  startedAt: z.nullable(Timestamp),
  finishedAt: z.nullable(Timestamp),
  startedBy: z.nullable(PersonName),
})
export type DistanceRun = z.output<typeof DistanceRun>

export const startRecalculation = endpoint(
  'POST /api/admin/restaurants/recalculate-distances',
  'super-user',
  {
    summary:
      'Start recalculating the distances of all restaurants, or of those near one campus; 409 while a recalculation is running, or with `count` if there are more or fewer than expectedCount',
    // Strict, because a misspelled parameter must not count as none, which would mean all restaurants.
    query: z.strictObject({ campusCode: z.optional(ChosenCampus), expectedCount: ExpectedCount }),
    replies: { 202: DistanceRun },
    errors: { 409: OtherCountError },
  },
)

export const getRecalculation = endpoint('GET /api/admin/restaurants/recalculate-distances', 'super-user', {
  summary: 'The progress of the recalculation of distances, or the result of the last one',
  reply: DistanceRun,
})

export const listUnlocated = endpoint('GET /api/admin/restaurants/unlocated', 'admin', {
  topics: ['missing positions'],
  summary: 'The restaurants without a position, each with the reason',
  reply: z.object({
    /** Whether some restaurants are being located right now; those aren't in the list. */
    isLocating: z.boolean(),
    restaurants: z.array(DistanceFailure),
  }),
})

import * as z from 'zod/mini'
import { CampusCode, CampusKey } from '#features/campuses/contract.ts'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { errorWith } from '#kit/contract/errors.ts'
import { EventStream, Flag, Id, Timestamp, Weekday } from '#kit/contract/fields.ts'
import { decisionKinds } from './lunch-decision.ts'
import { LunchNote, MeetingPoint, Moment, optional, RestaurantIds, Seats } from './lunch-fields.ts'
import { LunchOption, LunchPerson } from './lunch-options.ts'

export const lunchStates = ['voting', 'decided', 'cancelled'] as const

/** The same for everyone who may see it. */
export const Lunch = z.object({
  id: Id,
  campusCode: z.string(),
  /** null if the account was deleted and no one else had joined. */
  host: z.nullable(LunchPerson),
  leavesAt: Timestamp,
  /** When the vote closes automatically; null if there was nothing to vote on. */
  decidesAt: z.nullable(Timestamp),
  meetingPoint: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** How many people may join, including the host; null: no limit. */
  seats: z.nullable(z.int()),
  /** The only department that sees it; null: everyone does. */
  department: z.nullable(z.string()),
  state: z.enum(lunchStates),
  /** While the vote is open: the places that can be voted for. */
  options: z.array(LunchOption),
  /** While the vote is open: places with votes that can't be chosen any more. Missing if there are none. */
  gone: z.optional(z.array(z.pick(LunchOption, { restaurantId: true, name: true, voters: true }))),
  /** null while the vote is open, and if no place was left to choose. */
  decision: z.nullable(
    z.object({
      restaurantId: Id,
      /** The restaurant's name at that time. */
      name: z.string(),
      how: z.enum(decisionKinds),
      /** The places that a draw chose among. */
      tied: z.array(Id),
      /** The restaurant is no longer available, so the host may open the vote again; otherwise, the field is missing. */
      gone: z.optional(z.literal(true)),
      /** The host closed the vote and may open it again until then; otherwise, the field is missing. */
      takeBackUntil: z.optional(Timestamp),
    }),
  ),
  /** In the order of joining. */
  people: z.array(LunchPerson),
  /**
   * The standing lunch that made it, with its days of the week; null for any other lunch. Missing in a
   * response that a browser stored with an earlier version.
   */
  standing: z.nullable(z.object({ id: Id, weekdays: z.array(Weekday) })),
  /** Grows with every change. */
  version: z.int(),
})
export type Lunch = z.output<typeof Lunch>

export const CampusQuery = z.object({ campusCode: z.optional(CampusKey) })

export const listLunches = endpoint('GET /api/lunches', 'user', {
  summary:
    'The lunches of today and the next six days, by departure time; optionally only those of one campus',
  query: CampusQuery,
  reply: z.array(Lunch),
})

export const lunchEvents = endpoint('GET /api/lunches/events', 'user', {
  summary:
    'Server-sent events: `lunches` with the list on connecting, then `lunch` for each lunch that changes',
  query: CampusQuery,
  produces: 'text/event-stream',
  events: { lunches: z.array(Lunch), lunch: Lunch },
  reply: EventStream,
})

export const getLunch = endpoint('GET /api/lunches/:id', 'user', {
  summary: 'One lunch, upcoming or past',
  reply: Lunch,
})

export const orderOptions = endpoint('GET /api/lunches/:id/order', 'user', {
  summary:
    'The places of a lunch, in the order in which its people would like them as a group; in the order they were added while there are fewer than three people',
  reply: z.object({ restaurantIds: z.array(Id) }),
})

const LunchForm = z.object({
  leavesAt: Moment,
  /** null is as left out. */
  decidesAt: z.optional(
    z.pipe(
      z.nullable(Moment),
      z.transform(time => time ?? undefined),
    ),
  ),
  meetingPoint: optional(MeetingPoint),
  note: optional(LunchNote),
  seats: z.optional(z.nullable(Seats)),
})

/**
 * `lunchId`: the lunch that the user is in; `restaurantId`: the place that can't be chosen; `doubleBooked`: how many others
 * would be in two lunches.
 */
export const LunchConflict = errorWith({
  lunchId: z.optional(Id),
  restaurantId: z.optional(Id),
  doubleBooked: z.optional(z.int()),
})

/** How many others the user knows will be in two lunches; more are a 409. Left out, the number doesn't matter. */
export const DoubleBooked = z.optional(z.int().check(z.minimum(0)))

export const startLunch = endpoint('POST /api/lunches', 'user', {
  summary:
    'Start a lunch as its host: a single place is decided immediately, several are put to a vote; with move, leave another lunch that is too close in time',
  body: z.extend(LunchForm, {
    campusCode: CampusCode,
    restaurantIds: RestaurantIds.check(z.minLength(1, 'Choose at least one place')),
    department: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
    move: z.optional(z.boolean()),
  }),
  replies: { 201: Lunch },
  errors: { 404: LunchConflict, 409: LunchConflict },
})
export type LunchInput = z.output<typeof startLunch.body>

export const changeLunch = endpoint('PATCH /api/lunches/:id', 'user', {
  summary: 'Change a lunch’s time, meeting point, note, seats or end of voting, as its host or an admin',
  body: z.extend(z.partial(LunchForm), { doubleBooked: DoubleBooked }),
  reply: Lunch,
  errors: { 409: LunchConflict },
})
export type LunchChanges = z.output<typeof changeLunch.body>

export const cancelLunch = endpoint('DELETE /api/lunches/:id', 'user', {
  summary: 'Cancel a lunch, as its host or an admin; it stays visible as cancelled',
  query: z.object({
    ifAlone: described(
      z.optional(Flag),
      'Takes back a lunch that only its host is in (otherwise 409): then nobody is, and it has no host.',
    ),
  }),
})

export const joinLunch = endpoint('POST /api/lunches/:id/people', 'user', {
  summary:
    'Join a lunch; with move, leave another lunch that is too close in time; with hostAgain, be its host again within a minute after leaving it',
  body: z.nullish(z.object({ move: z.optional(z.boolean()), hostAgain: z.optional(z.boolean()) })),
  reply: Lunch,
  errors: { 409: LunchConflict },
})

export const leaveLunch = endpoint('DELETE /api/lunches/:id/people', 'user', {
  summary: 'Leave a lunch; your votes are removed',
  reply: Lunch,
})

export const saveVotes = endpoint('PUT /api/lunches/:id/votes', 'user', {
  summary:
    'Replace all your votes, or only those that differ from the votes before, as far as you know them; voting joins the lunch',
  body: z.object({
    restaurantIds: RestaurantIds,
    before: z.optional(RestaurantIds),
    move: z.optional(z.boolean()),
  }),
  reply: Lunch,
  errors: { 404: LunchConflict, 409: LunchConflict },
})

export const addLunchOption = endpoint('POST /api/lunches/:id/options', 'user', {
  summary: 'Add a place to an open vote of a lunch that you are in',
  body: z.object({ restaurantId: Id }),
  reply: Lunch,
  errors: { 404: LunchConflict, 409: LunchConflict },
})

export const settleLunch = endpoint('POST /api/lunches/:id/decision', 'user', {
  summary: 'Close the vote now, as the host: by the votes, or with the given place',
  body: z.nullish(z.object({ restaurantId: z.optional(Id) })),
  reply: Lunch,
  errors: { 404: LunchConflict, 409: LunchConflict },
})

export const reopenLunch = endpoint('DELETE /api/lunches/:id/decision', 'user', {
  summary:
    'Open the vote again, as the host: within a minute of closing it while nobody has left the lunch, or if the decided restaurant is no longer available',
  reply: Lunch,
})

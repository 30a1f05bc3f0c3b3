import * as z from 'zod/mini'
import { CampusCode } from '#features/campuses/contract.ts'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { Day, Id, IdParams, LocalTime, Weekday, Weekdays } from '#kit/contract/fields.ts'
import { CampusQuery, DoubleBooked, LunchConflict } from './contract.ts'
import { LunchNote, MeetingPoint, optional, RestaurantIds, Seats } from './lunch-fields.ts'
import { LunchPerson } from './lunch-options.ts'

/** Makes a lunch on each of its days, six days ahead. */
export const StandingLunch = z.object({
  id: Id,
  campusCode: z.string(),
  /** The first of its regulars; null once there is none and it has ended. */
  host: z.nullable(LunchPerson),
  weekdays: z.array(Weekday),
  /** When its lunches leave, in the installation's time zone. */
  time: z.string(),
  /** How long before leaving votes close; null: ten minutes. */
  decidesMinutesBefore: z.nullable(z.int()),
  /** The places to choose from; if there are none, each lunch proposes three that its regulars would like. */
  restaurantIds: z.array(Id),
  meetingPoint: z.nullable(z.string()),
  note: z.nullable(z.string()),
  seats: z.nullable(z.int()),
  department: z.nullable(z.string()),
  /** Who is in from the start, in the order of joining. */
  regulars: z.array(LunchPerson),
  /** The days, from today on, on which it is skipped. */
  skipped: z.array(z.string()),
  /** Its last day, included; null: none. */
  endsOn: z.nullable(z.string()),
  /** Grows with every change. */
  version: z.int(),
})
export type StandingLunch = z.output<typeof StandingLunch>

const StandingLunchForm = z.object({
  weekdays: Weekdays,
  time: LocalTime,
  decidesMinutesBefore: z.optional(
    z.nullable(
      z
        .int({ error: 'Minutes must be a whole number' })
        .check(
          z.minimum(0, 'A vote closes at most when the lunch leaves'),
          z.maximum(1440, 'A vote closes at most a day before'),
        ),
    ),
  ),
  restaurantIds: z.optional(RestaurantIds),
  meetingPoint: optional(MeetingPoint),
  note: optional(LunchNote),
  seats: z.optional(z.nullable(Seats)),
  endsOn: z.optional(z.nullable(Day)),
})

export const listStandingLunches = endpoint('GET /api/standing-lunches', 'user', {
  topics: ['standing lunches'],
  summary: 'The lunches that repeat; optionally only those of one campus',
  query: CampusQuery,
  reply: z.array(StandingLunch),
})

export const startStandingLunch = endpoint('POST /api/standing-lunches', 'user', {
  summary: 'Repeat a lunch on days of the week, as its host and first regular',
  body: z.extend(StandingLunchForm, {
    campusCode: CampusCode,
    department: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
  }),
  replies: { 201: StandingLunch },
  errors: { 404: LunchConflict, 409: LunchConflict },
})
export type StandingLunchInput = z.output<typeof startStandingLunch.body>

export const changeStandingLunch = endpoint('PATCH /api/standing-lunches/:id', 'user', {
  summary:
    'Change a lunch that repeats, as its host or an admin; lunches that it already made and that have not left follow, except in what was changed by hand',
  body: z.extend(z.partial(StandingLunchForm), { doubleBooked: DoubleBooked }),
  reply: StandingLunch,
  errors: { 404: LunchConflict, 409: LunchConflict },
})
export type StandingLunchChanges = z.output<typeof changeStandingLunch.body>

export const endStandingLunch = endpoint('DELETE /api/standing-lunches/:id', 'user', {
  summary:
    'End a lunch that repeats, as its host or an admin; of the lunches that it already made, those that only regulars are in are cancelled',
})

export const becomeRegular = endpoint('POST /api/standing-lunches/:id/regulars', 'user', {
  summary: 'Come every time: you are in every lunch that is made from now on, while there are seats',
  reply: StandingLunch,
})

export const stopBeingRegular = endpoint('DELETE /api/standing-lunches/:id/regulars', 'user', {
  summary: 'Stop coming every time; the next regular becomes its host, and without any it ends',
  reply: StandingLunch,
})

const SkipParams = z.extend(IdParams, { date: described(Day, 'A local day, such as 2026-11-24.') })

export const skipStandingLunch = endpoint('PUT /api/standing-lunches/:id/skips/:date', 'user', {
  summary: 'Skip a day, as the host or an admin: its lunch is cancelled',
  params: SkipParams,
  reply: StandingLunch,
})

export const unskipStandingLunch = endpoint('DELETE /api/standing-lunches/:id/skips/:date', 'user', {
  summary: 'Do not skip a day after all, as the host or an admin: its lunch is made again',
  params: SkipParams,
  reply: StandingLunch,
})

import * as z from 'zod/mini'
import { Id } from '#contract/fields.ts'
import { ClockTime, Count, Day, name, nullableText, Position, Time, text, WeekdayDigits } from './checks.ts'
import { table } from './table.ts'

/** Lunches that repeat, which make ordinary lunches. They are in backups. */
export const standingLunchTables = {
  standingLunches: table(
    {
      campusCode: name(60),
      /** The first of the regulars. */
      hostId: z.nullable(Id),
      weekdays: WeekdayDigits,
      time: ClockTime,
      decidesMinutesBefore: z.nullable(Count),
      meetingPoint: nullableText(300),
      note: nullableText(1000),
      seats: z.nullable(Count),
      /** No foreign key, as with lunches. */
      department: nullableText(100),
      endsOn: z.nullable(Day),
      version: Count,
      createdAt: Time,
    },
    { version: 'none' },
  ),

  /** No foreign key on the restaurant, as with the places of lunches. */
  standingPlaces: table(
    { standingId: Id, restaurantId: Id, position: Position },
    { key: ['standingId', 'restaurantId'], version: 'none' },
  ),

  /** Who is in every lunch that is made, ordered by `position`. */
  standingRegulars: table(
    { standingId: Id, userId: Id, position: Position },
    { key: ['standingId', 'userId'], version: 'none' },
  ),

  standingSkips: table({ standingId: Id, date: Day }, { key: ['standingId', 'date'], version: 'none' }),

  /** The days that are done: a day with a row gets no lunch by itself any more. */
  standingDays: table(
    {
      standingId: Id,
      date: Day,
      /** Null if nobody could come. */
      lunchId: z.nullable(Id),
      /** The fields of the lunch that were changed by hand, separated by blanks: they no longer follow. */
      keeps: z._default(text(200), ''),
    },
    { key: ['standingId', 'date'], version: 'none' },
  ),
}

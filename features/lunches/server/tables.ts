import * as z from 'zod/mini'
import { Id } from '#kit/contract/fields.ts'
import {
  ClockTime,
  Count,
  Day,
  name,
  nullableText,
  Position,
  Time,
  text,
  WeekdayDigits,
} from '#kit/server/database/tables/checks.ts'
import { leftOut, table } from '#kit/server/database/tables/table.ts'
import { lunchStates } from '../contract.ts'
import { decisionKinds } from '../lunch-decision.ts'

const TiedColumn = z.nullable(
  text(200).check(z.regex(/^\[(\d{1,10}(,\d{1,10})*)?\]$/, 'must be a list of ids')),
)

export const lunchTables = {
  /** With their people, restaurants and votes they are in backups. */
  lunches: table(
    {
      campusCode: name(60),
      hostId: z.nullable(Id),
      leavesAt: Time,
      decidesAt: z.nullable(Time),
      meetingPoint: nullableText(300),
      note: nullableText(1000),
      seats: z.nullable(Count),
      /** No foreign key: deleting a department must not reveal its lunches to everyone. */
      department: nullableText(100),
      state: z.enum(lunchStates),
      decidedRestaurantId: z.nullable(Id),
      decidedName: nullableText(300),
      decidedHow: z.nullable(z.enum(decisionKinds)),
      /** The tied restaurants' ids as JSON. */
      decidedTied: TiedColumn,
      /** Until when the host may open the vote again that they closed; null once someone has left. */
      takeBackUntil: z._default(z.nullable(Time), null),
      /**
       * Updated whenever someone joins or leaves, so that the
       * database itself rejects more people than there are seats.
       */
      peopleCount: leftOut('recounted from the people', z._default(Count, 0)),
      version: Count,
      createdAt: Time,
      /** Null if the lunch has not changed since this column exists. */
      changedAt: z._default(z.nullable(Time), null),
      /** The visits of everyone who was in have been added, and must not be added again. */
      visitsEntered: z._default(z.boolean(), false),
      /** Who was the host last, left, and for a moment can be the host again. Null if nobody has. */
      formerHostId: leftOut('worth something for a minute only', z._default(z.nullable(Id), null)),
      hostLeftAt: leftOut('worth something for a minute only', z._default(z.nullable(Time), null)),
    },
    { version: 'none' },
  ),

  /** The people in each lunch, ordered by `position`. */
  lunchPeople: table(
    { lunchId: Id, userId: Id, position: Position },
    { key: ['lunchId', 'userId'], version: 'none' },
  ),

  /**
   * The restaurants of each lunch. No foreign key on the restaurant: a deleted one can be restored from the trash,
   * even into an open vote.
   */
  lunchOptions: table(
    {
      lunchId: Id,
      restaurantId: Id,
      /** The restaurant's name when it was added. */
      name: name(300),
      addedBy: z.nullable(Id),
      position: Position,
    },
    { key: ['lunchId', 'restaurantId'], version: 'none' },
  ),

  lunchVotes: table(
    { lunchId: Id, restaurantId: Id, userId: Id },
    { key: ['lunchId', 'restaurantId', 'userId'], version: 'none' },
  ),

  /** Lunches that repeat, which make ordinary lunches. They are in backups. */
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

  /** No foreign key on the restaurant, as with the restaurants of lunches. */
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
      /** Null if no one could come. */
      lunchId: z.nullable(Id),
      /** The fields of the lunch that were changed by hand, separated by blanks: they no longer follow. */
      keeps: z._default(text(200), ''),
    },
    { key: ['standingId', 'date'], version: 'none' },
  ),

  /** Only servers of earlier versions write this, beside which one of this version may run during an upgrade. */
  leftLunches: table(
    { lunchId: Id, userId: Id, leavesAt: Time, version: Count, leftAt: z._default(z.nullable(Time), null) },
    { key: ['lunchId', 'userId'], leftOut: 'it is no longer read' },
  ),

  /** When a user wants to be reminded of the day's lunches. */
  reminders: table(
    {
      userId: Id,
      /** Null if the reminder is switched off. */
      time: z.nullable(ClockTime),
      days: WeekdayDigits,
      /** The last local day that is done: no more reminders are mailed on it. */
      handledOn: z.nullable(Day),
      /** When this time and these days were chosen; null if that was before this column existed. */
      chosenAt: z._default(z.nullable(Time), null),
    },
    { key: ['userId'], version: 'none' },
  ),

  /** What people were told about a lunch at a time of its own, such as ten minutes before it leaves. */
  pushNotices: table(
    { lunchId: Id, kind: z.string(), at: z.string() },
    { key: ['lunchId', 'kind', 'at'], leftOut: 'nobody is told twice, not even after a restore' },
  ),
}

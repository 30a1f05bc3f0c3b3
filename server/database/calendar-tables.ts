import * as z from 'zod/mini'
import { Id } from '#contract/fields.ts'
import { ClockTime, Count, Day, Time, WeekdayDigits } from './checks.ts'
import { table } from './table.ts'

/** Email reminders. */
export const calendarTables = {
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
}

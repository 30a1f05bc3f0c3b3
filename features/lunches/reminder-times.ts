import { instantOf, type LocalDate, type WallTime, weekdayOf } from '#kit/rules/time/zoned-time.ts'
import { hours } from '#kit/rules/units.ts'

/** When a user wants to be reminded: a local time, and days of the week from Monday (0). */
type ReminderTimes = { time: WallTime; days: readonly number[]; chosenAt: Date | null }

/** How late a reminder may be sent if no server was running at its time. */
const maxDelay = hours

/**
 * When to send today's reminder, and until when. Null on other days of the week, and if the reminder was set too late
 * for today: a user who chooses 11:00 at 11:10 doesn't expect an email within a minute.
 */
export function reminderOf(
  { time, days, chosenAt }: ReminderTimes,
  today: LocalDate,
  timeZone: string,
): { from: Date; until: Date } | null {
  if (!days.includes(weekdayOf(today))) return null
  const from = instantOf(today, time, timeZone)
  if (chosenAt && chosenAt >= from) return null
  return { from, until: new Date(from.getTime() + maxDelay) }
}

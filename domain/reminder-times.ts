import { hours } from './units.ts'
import { instantOf, type LocalDate, localDate, type WallTime, weekdayOf } from './zoned-time.ts'

/** When somebody wants to be reminded: a local time, and days of the week from Monday (0). */
export type ReminderTimes = { time: WallTime; days: readonly number[] }

/** How late a reminder may come, because no server ran at its time. */
const latest = hours

/** When today's reminder is to be sent, and from when on no more; null on the other days of the week. */
export function reminderOf(
  { time, days }: ReminderTimes,
  today: LocalDate,
  timeZone: string,
): { from: Date; until: Date } | null {
  if (!days.includes(weekdayOf(today))) return null
  const from = instantOf(today, time, timeZone)
  return { from, until: new Date(from.getTime() + latest) }
}

/** Whether a reminder that is saved now can wait for another day only: its time has come today, or it isn't one of its days. */
export function isTooLateToday(times: ReminderTimes, now: Date, timeZone: string): boolean {
  const today = reminderOf(times, localDate(now, timeZone), timeZone)
  return today !== null && today.from <= now
}

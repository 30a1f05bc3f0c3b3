import { hours } from './units.ts'
import { instantOf, type LocalDate, type WallTime, weekdayOf } from './zoned-time.ts'

/** When somebody wants to be reminded: a local time, and days of the week from Monday (0). */
type ReminderTimes = { time: WallTime; days: readonly number[]; chosenAt: Date | null }

/** How late a reminder may come, because no server ran at its time. */
const latest = hours

/**
 * When today's reminder is to be sent, and from when on no more; null on the other days of the week, and where it was chosen
 * too late for today: nobody who chooses eleven at ten past eleven waits for a mail within the minute.
 */
export function reminderOf(
  { time, days, chosenAt }: ReminderTimes,
  today: LocalDate,
  timeZone: string,
): { from: Date; until: Date } | null {
  if (!days.includes(weekdayOf(today))) return null
  const from = instantOf(today, time, timeZone)
  if (chosenAt && chosenAt >= from) return null
  return { from, until: new Date(from.getTime() + latest) }
}

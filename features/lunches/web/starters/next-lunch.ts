import { addDays, type LocalDate, localDate, localTime } from '#kit/rules/time/zoned-time.ts'
import type { Lunch } from '../../contract.ts'
import { isUpcoming } from '../lunch-texts.ts'

/** After this time it is too late for lunch today. */
const lastStart = '13:30'

/** The day of the next lunch that can still be started: today, and after 1:30 PM tomorrow. */
export function nextLunchDay(now: Date, timeZone: string): LocalDate {
  const today = localDate(now, timeZone)
  return localTime(now, timeZone) > lastStart ? addDays(today, 1) : today
}

/** Whether its host took it back as soon as it was started, alone. It isn't listed. */
export const isTakenBack = ({ state, host, people }: Lunch) =>
  state === 'cancelled' && host === null && people.length === 0

/** Whether nobody has planned the next lunch: others that have left, or leave on a later day, don't matter. */
export function isNextLunchFree(lunches: readonly Lunch[], now: Date, timeZone: string): boolean {
  const day = nextLunchDay(now, timeZone)
  return !lunches.some(
    lunch => isUpcoming(lunch, now) && localDate(new Date(lunch.leavesAt), timeZone) === day,
  )
}

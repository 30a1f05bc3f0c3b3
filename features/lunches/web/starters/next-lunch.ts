import { addDays, localDate, localTime } from '#kit/rules/time/zoned-time.ts'
import type { Lunch } from '../../contract.ts'
import { isUpcoming } from '../lunch-texts.ts'
import { firstDeparture } from '../start/departure-times.ts'
import type { When } from '../start/time-fields.tsx'

/** After this time it is too late for lunch today. */
const lastStart = '13:30'

/** When the next lunch leaves that can still be started: today, and after 1:30 PM tomorrow. */
export function nextLunch(now: Date, timeZone: string): When {
  const today = localDate(now, timeZone)
  const isOver = localTime(now, timeZone) > lastStart
  return isOver ? { date: addDays(today, 1), time: '12:00' } : firstDeparture(now, timeZone)
}

/** Whether nobody has planned the next lunch: others that have left, or leave on a later day, don't matter. */
export function isNextLunchFree(lunches: readonly Lunch[], now: Date, timeZone: string): boolean {
  const { date } = nextLunch(now, timeZone)
  return !lunches.some(
    lunch => isUpcoming(lunch, now) && localDate(new Date(lunch.leavesAt), timeZone) === date,
  )
}

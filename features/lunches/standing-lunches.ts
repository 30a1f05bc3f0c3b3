import {
  addDays,
  firstShown,
  type LocalDate,
  localDate,
  type WallTime,
  weekdayOf,
} from '#kit/rules/time/zoned-time.ts'
import { minutes } from '#kit/rules/units.ts'
import { defaultDecidesAt } from './lunch-times.ts'

/* Lunches that repeat: on which days, and when. Days of the week count from Monday (0). */

type Days = { weekdays: readonly number[]; endsOn: LocalDate | null }

/** How many local days ahead lunches are made. */
const daysMadeAhead = 6

/** Whether a standing lunch has a lunch on this date. */
export const isStandingDay = ({ weekdays, endsOn }: Days, date: LocalDate): boolean =>
  weekdays.includes(weekdayOf(date)) && (endsOn === null || date <= endsOn)

/** The dates, from today on, on which its lunches are made by now. */
export function standingDates(standing: Days, now: Date, timeZone: string): LocalDate[] {
  const today = localDate(now, timeZone)
  const dates = Array.from({ length: daysMadeAhead + 1 }, (_, ahead) => addDays(today, ahead))
  return dates.filter(date => isStandingDay(standing, date))
}

/** When the lunch of a date leaves. A time that a change of the clock skips is the next one that exists. */
export const standingDeparture = (date: LocalDate, time: WallTime, timeZone: string): Date =>
  firstShown(date, time, timeZone)

/** When the vote of a lunch closes that is made, or changed, at `now`. */
export function standingDecidesAt(leavesAt: Date, minutesBefore: number | null, now: Date): Date {
  if (minutesBefore === null) return defaultDecidesAt(leavesAt, now)
  const decidesAt = new Date(leavesAt.getTime() - minutesBefore * minutes)
  return decidesAt > now ? decidesAt : defaultDecidesAt(leavesAt, now)
}

/** 'every Tuesday', 'every Monday, Wednesday and Friday', 'every weekday', 'every day'. */
export function everyLabel(weekdays: readonly number[]): string {
  if (weekdays.length === 7) return 'every day'
  if (weekdays.length === 5 && weekdays.every(day => day < 5)) return 'every weekday'
  const names = weekdays.map(dayName)
  const last = names.pop() ?? ''
  return `every ${names.length > 0 ? `${names.join(', ')} and ` : ''}${last}`
}

/** The same at the beginning of a sentence. */
export const everyTitle = (weekdays: readonly number[]) => everyLabel(weekdays).replace('e', 'E')

/** The same for a button, which has room for one day. */
export const everyShort = (weekdays: readonly number[]) => {
  const label = everyLabel(weekdays)
  return label.includes(' and ') ? 'every time' : label
}

// The first of that month was a Monday.
const dayName = (day: number) =>
  new Date(Date.UTC(2024, 0, 1 + day)).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })

import {
  addDays,
  instantOf,
  type LocalDate,
  localDate,
  localTime,
  type WallTime,
} from '#kit/rules/time/zoned-time.ts'

const quarter = 15
const firstMinute = 11 * 60 + 30
const defaultTime: WallTime = '12:00'
const maxChips = 8

/** Times to offer on a day: quarter hours starting at 11:30, or today at the next possible one. */
export function departureTimes(date: LocalDate, now: Date, timeZone: string): WallTime[] {
  const isToday = date === localDate(now, timeZone)
  // People need at least five minutes to get ready.
  const earliest = isToday ? minutesOf(localTime(now, timeZone)) + 5 : 0
  const first = Math.max(firstMinute, Math.ceil(earliest / quarter) * quarter)
  return Array.from({ length: maxChips }, (_, index) => first + index * quarter)
    .filter(minutes => minutes < 24 * 60)
    .map(wallTime)
}

/** The preselected time: noon, or the earliest time still possible. */
export function firstDeparture(now: Date, timeZone: string): { date: LocalDate; time: WallTime } {
  const today = localDate(now, timeZone)
  for (const date of [today, addDays(today, 1)]) {
    const times = departureTimes(date, now, timeZone)
    const [soonest] = times
    if (soonest) return { date, time: times.includes(defaultTime) ? defaultTime : soonest }
  }
  return { date: addDays(today, 1), time: defaultTime }
}

export const leavesAtOf = (date: LocalDate, time: WallTime, timeZone: string): string =>
  instantOf(date, time, timeZone).toISOString()

/** Formats '12:05' as '12:05 PM'. */
export function chipLabel(time: WallTime): string {
  const minutes = minutesOf(time)
  const hour = Math.floor(minutes / 60)
  return `${hour % 12 || 12}:${time.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`
}

const minutesOf = (time: WallTime) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const wallTime = (minutes: number): WallTime =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

import { dateFormats } from './date-formats.ts'

/** A day of the calendar as 'YYYY-MM-DD', and a time of the wall clock as 'HH:MM'. */
export type LocalDate = string
export type WallTime = string

// Not imported from `units.ts`, which every first visit would then have to load.
const aMinute = 60_000
const aDay = 24 * 60 * aMinute

/** The day that the calendar of `timeZone` shows. */
export function localDate(instant: Date, timeZone: string): LocalDate {
  return wallClock(instant, timeZone).toISOString().slice(0, 10)
}

/** What the wall clock of `timeZone` shows. */
export function localTime(instant: Date, timeZone: string): WallTime {
  return wallClock(instant, timeZone).toISOString().slice(11, 16)
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(`${date}T00:00Z`) + days * aDay).toISOString().slice(0, 10)
}

/** How many calendar days `to` is after `from`. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return (Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / aDay
}

/** The day of the week, from Monday (0) to Sunday (6). */
export function weekdayOf(date: LocalDate): number {
  return (new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7
}

/**
 * When the wall clock of `timeZone` shows this time. If it shows it twice, the first occurrence; if the clock skips
 * it, later by the length of the jump.
 */
export function instantOf(date: LocalDate, time: WallTime, timeZone: string): Date {
  const asUtc = Date.parse(`${date}T${time}Z`)
  const before = offsetAt(new Date(asUtc - aDay), timeZone)
  const after = offsetAt(new Date(asUtc + aDay), timeZone)
  const matching = [asUtc - before, asUtc - after].filter(
    instant => offsetAt(new Date(instant), timeZone) === asUtc - instant,
  )
  return new Date(matching.length > 0 ? Math.min(...matching) : asUtc - before)
}

/**
 * The first instant of a day at which its clock shows this time or a later one. A skipped time is the moment
 * of the change.
 */
export function firstShown(date: LocalDate, time: WallTime, timeZone: string): Date {
  const shows = (instant: number) =>
    `${localDate(new Date(instant), timeZone)} ${localTime(new Date(instant), timeZone)}`
  let instant = instantOf(date, time, timeZone).getTime()
  if (shows(instant) > `${date} ${time}`)
    while (shows(instant - aMinute) > `${date} ${time}`) instant -= aMinute
  return new Date(instant)
}

/** The first instant of a day, even if its clock begins at one o'clock. */
export function startOfDay(date: LocalDate, timeZone: string): Date {
  return instantOf(date, '00:00', timeZone)
}

/** The wall clock's reading, as if it were UTC. */
function wallClock(instant: Date, timeZone: string): Date {
  const parts = Object.fromEntries(
    partsIn(timeZone)
      .formatToParts(instant)
      .map(p => [p.type, p.value]),
  )
  const { year, month, day, hour, minute, second } = parts
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** Whether a text names a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en-US', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** Whether two zones show the same time, in winter and in summer. */
export function isSameTime(one: string, other: string, now: Date): boolean {
  const firstDays = [0, 6].map(month => new Date(Date.UTC(now.getUTCFullYear(), month, 1)))
  return firstDays.every(day => offsetAt(day, one) === offsetAt(day, other))
}

/** How far the wall clock is ahead of UTC at a whole second, in milliseconds. */
function offsetAt(instant: Date, timeZone: string): number {
  return wallClock(instant, timeZone).getTime() - instant.getTime()
}

const partsIn = dateFormats({
  calendar: 'iso8601',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

import { dateFormats } from '#kit/rules/time/date-formats.ts'
import { addDays, localDate } from '#kit/rules/time/zoned-time.ts'
import { lunchClock } from '../lunch-times.ts'
import { dayLabel, timeLabel } from './lunch-texts.ts'

/** In large figures: '12:05 PM', or 'Mon 12:00' if it isn't today. */
export function figureLabel(iso: string, now: Date, timeZone: string): string {
  if (dayLabel(iso, now, timeZone) === null) return timeLabel(iso, timeZone)
  const date = new Date(iso)
  return `${weekdayIn(timeZone).format(date)} ${lunchClock(date, timeZone)}`
}

/** Beside those figures: 'Tomorrow' or 'Nov 23', or null when it is today. */
export function dateLabel(iso: string, now: Date, timeZone: string): string | null {
  if (dayLabel(iso, now, timeZone) === null) return null
  const date = new Date(iso)
  const isTomorrow = localDate(date, timeZone) === addDays(localDate(now, timeZone), 1)
  return isTomorrow ? 'Tomorrow' : dateIn(timeZone).format(date)
}

const dateIn = dateFormats({ month: 'short', day: 'numeric' })
const weekdayIn = dateFormats({ weekday: 'short' })

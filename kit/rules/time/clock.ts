import { dateFormats } from './date-formats.ts'
import { localTime } from './zoned-time.ts'

/** 'Good morning' before 12, 'Good afternoon' before 18, otherwise 'Good evening', by the wall clock of `timeZone`. */
export function greeting(now: Date, timeZone: string): string {
  const time = localTime(now, timeZone)
  if (time < '12:00') return 'Good morning'
  return time < '18:00' ? 'Good afternoon' : 'Good evening'
}

/** First name, else the username or email before the at-sign, else 'User'. */
export function greetingName(user: { firstName?: string; username?: string; email?: string }): string {
  const [beforeAt] = (user.username || user.email || '').split('@')
  return user.firstName || beforeAt || 'User'
}

/** For example '1:05:09 PM'. */
export const formatTime = (now: Date, timeZone: string): string => timeIn(timeZone).format(now)

/** For example 'Nov 21, 2026'. */
export const formatDate = (date: Date, timeZone: string): string => dateIn(timeZone).format(date)

const timeIn = dateFormats({ hour: 'numeric', minute: '2-digit', second: '2-digit', hour12: true })
const dateIn = dateFormats({ month: 'short', day: 'numeric', year: 'numeric' })

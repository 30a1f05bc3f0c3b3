import { addDays, daysBetween, type LocalDate, startOfDay } from '#kit/rules/time/zoned-time.ts'

/** 'today', 'yesterday', '3 days ago', or after a month 'on Oct 3, 2026'. */
export function daysAgo(date: LocalDate, today: LocalDate): string {
  const days = daysBetween(date, today)
  if (days <= 0) return 'today'
  if (days === 1) return 'yesterday'
  return days <= 30
    ? `${days} days ago`
    : `on ${dayName(date, { month: 'short', day: 'numeric', year: 'numeric' })}`
}

/** 'today', 'yesterday', 'on Tuesday', after a week 'on Nov 3', or after a month like `daysAgo`. */
export function dayOf(date: LocalDate, today: LocalDate): string {
  const days = daysBetween(date, today)
  if (days <= 1 || days > 30) return daysAgo(date, today)
  return `on ${dayName(date, date > addDays(today, -7) ? { weekday: 'long' } : { month: 'short', day: 'numeric' })}`
}

/** Whether a place that was visited on this day hasn't been rated since. */
export const isUnratedSince = (date: LocalDate, ratedAt: string | null, timeZone: string): boolean =>
  ratedAt === null || ratedAt < startOfDay(date, timeZone).toISOString()

/** 'November 2026' */
export const monthOf = (date: LocalDate) => dayName(date, { month: 'long', year: 'numeric' })

/** 'Fri, Nov 20' */
export const shortDay = (date: LocalDate) =>
  dayName(date, { weekday: 'short', month: 'short', day: 'numeric' })

function dayName(date: LocalDate, form: Intl.DateTimeFormatOptions): string {
  return new Date(`${date}T00:00Z`).toLocaleDateString('en-US', { ...form, timeZone: 'UTC' })
}

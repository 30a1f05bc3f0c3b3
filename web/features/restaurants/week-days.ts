import type { OpeningTime } from '#domain/opening-times.ts'

export const dayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** Replaces the times of one day. */
export function withDay(
  week: readonly OpeningTime[],
  day: number,
  times: readonly Pick<OpeningTime, 'start' | 'end'>[],
): OpeningTime[] {
  const others = week.filter(time => time.day !== day)
  return [...others, ...times.map(({ start, end }) => ({ day, start, end }))].sort((a, b) => a.day - b.day)
}

/** Copies one day's times to all days. */
export function copyDay(week: readonly OpeningTime[], day: number): OpeningTime[] {
  const times = week.filter(time => time.day === day)
  return dayNames.flatMap((_, other) => times.map(time => ({ ...time, day: other })))
}

/** The next period to add to a day: the evening after a lunch period, or a whole day if the day has none. */
export function nextInterval(times: readonly OpeningTime[]): Pick<OpeningTime, 'start' | 'end'> {
  const last = times.at(-1)
  if (!last) return { start: '11:00', end: '21:00' }
  return last.end > last.start && last.end < '17:00'
    ? { start: '17:00', end: '21:00' }
    : { start: last.end === '24:00' ? '00:00' : last.end, end: '23:00' }
}

import { dayNames } from '#web/lib/day-names.ts'

/** 'every Tuesday', 'every Monday, Wednesday and Friday', 'every weekday', 'every day'; days count from Monday (0). */
export function everyLabel(weekdays: readonly number[]): string {
  if (weekdays.length === 7) return 'every day'
  if (weekdays.length === 5 && weekdays.every(day => day < 5)) return 'every weekday'
  const names = weekdays.map(day => dayNames[day])
  const last = names.pop() ?? ''
  return `every ${names.length > 0 ? `${names.join(', ')} and ` : ''}${last}`
}

/** The same at the beginning of a sentence. */
export const everyTitle = (weekdays: readonly number[]) => everyLabel(weekdays).replace('e', 'E')

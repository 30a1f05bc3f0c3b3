import { days, hours, minutes } from '#kit/rules/units.ts'

const words = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' })

/** How far a moment is from now: '3 hours ago', 'in 2 days'; 'just now' within a minute. */
export function timeAgo(moment: Date, now: Date): string {
  const distance = moment.getTime() - now.getTime()
  const size = Math.abs(distance)
  if (size < minutes) return 'just now'
  if (size < hours) return words.format(Math.trunc(distance / minutes), 'minute')
  if (size < days) return words.format(Math.trunc(distance / hours), 'hour')
  if (size < 60 * days) return words.format(Math.trunc(distance / days), 'day')
  return words.format(Math.trunc(distance / (30 * days)), 'month')
}
